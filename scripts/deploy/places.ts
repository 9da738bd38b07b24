import { readFileSync } from "node:fs";
import { join } from "node:path";
import { regionOf, regionsIn } from "#workers/domain/residency/regions.ts";
import { BUCKETS, DATABASES, ROOT } from "../lib/topology.ts";
import { valueOf, withSettings } from "./settings.ts";

/** Jurisdictions of the platform: what is made in one is stored and worked on there, and stays. */
const JURISDICTIONS = ["eu", "us", "fedramp"];
/** The nearest of the platform's places to a region that has no jurisdiction: a hint, no promise. */
const HINTS: Record<string, string | undefined> = { in: "apac", uk: "weur" };

/** How the platform is told where a store is to be. */
export interface Place {
  jurisdiction?: string | undefined;
  location?: string | undefined;
}

/** The place of each database and bucket, by its name, as DATA_REGIONS of a deployment says. Throws where it can't be read. */
export function placesOf(environment: Record<string, string | undefined>): Record<string, Place> {
  const toml = readFileSync(join(ROOT, "workers/api/wrangler.toml"), "utf8");
  const settings = { DATA_REGIONS: valueOf(withSettings(toml, environment), "DATA_REGIONS") };
  regionsIn(settings);
  return Object.fromEntries(
    [...DATABASES, ...BUCKETS].flatMap(({ binding, name }) => {
      const region = regionOf(settings, binding);
      return region === "" ? [] : [[name, placeOf(region)]];
    }),
  );
}

/** A region's name that the platform doesn't know is its operators' own: they make the store there, and no option can. */
function placeOf(region: string): Place {
  if (JURISDICTIONS.includes(region)) return { jurisdiction: region };
  const location = HINTS[region];
  return location === undefined ? {} : { location };
}

/** Options of wrangler that make a store in its place. */
export const optionsOf = ({ jurisdiction, location }: Place = {}): string[] => [
  ...(jurisdiction === undefined ? [] : ["--jurisdiction", jurisdiction]),
  ...(location === undefined ? [] : ["--location", location]),
];

export const describePlace = ({ jurisdiction, location }: Place = {}): string => {
  if (jurisdiction !== undefined) return `, in the jurisdiction ${jurisdiction}`;
  return location === undefined ? "" : `, near ${location} (a hint, no promise)`;
};

/** A Worker's configuration whose buckets are looked for where they are: a name without its jurisdiction is another bucket. */
export function withPlaces(toml: string, places: Record<string, Place>): string {
  return toml.replaceAll(/^bucket_name = "(.+)"$/gm, (line, name: string) => {
    const jurisdiction = places[name]?.jurisdiction;
    return jurisdiction === undefined ? line : `${line}\njurisdiction = "${jurisdiction}"`;
  });
}

/** Refuses a database that was made elsewhere than is said of it now. No hint can be asked after, and none is a promise. */
export function refuseDatabase(name: string, place: Place | undefined, found: string | undefined): void {
  if (place === undefined || place.jurisdiction === found) return;
  throw new Error(elsewhere(`The database ${name}`, found, place.jurisdiction));
}

/**
 * Refuses a bucket that is there in another jurisdiction than is said now, or than nothing is said of: a second, empty one would
 * hide its files. `found` are the jurisdictions in which one of that name is, undefined for none.
 */
export function refuseBucket(
  name: string,
  place: Place | undefined,
  found: readonly (string | undefined)[],
): void {
  const wanted = place?.jurisdiction;
  if (found.length === 0 || found.includes(wanted)) return;
  throw new Error(elsewhere(`The bucket ${name}`, found[0], wanted));
}

const elsewhere = (what: string, found: string | undefined, wanted: string | undefined): string =>
  `${what} is there ${inWords(found)}, and DATA_REGIONS puts it ${inWords(wanted)}. What exists can't be moved: ` +
  "say where it is, or copy what it holds into one that was made there (docs/decisions/data-residency.md).";

const inWords = (jurisdiction: string | undefined): string =>
  jurisdiction === undefined ? "in no jurisdiction" : `in the jurisdiction ${jurisdiction}`;
