import { type TenantDatabase, tenantDatabases } from "#db/client.ts";

/**
 * Where an installation keeps what: `TENANT_1=eu,TENANT_2=in,FILES=eu,BACKUPS=eu,LIVE=eu`. Of what nothing is said, nobody says where
 * it is.
 */
export interface RegionSettings {
  DATA_REGIONS?: string | undefined;
}

/** Things besides databases that have a region: files, nightly exports, and Durable Objects. */
export const placedKinds = ["FILES", "BACKUPS", "LIVE"] as const;
type Placed = TenantDatabase | (typeof placedKinds)[number];

const NAMES: readonly Placed[] = [...tenantDatabases, ...placedKinds];
const SPELLING = /^[a-z][a-z0-9-]{0,30}$/;

/** Throws where the setting names what has no region, or a region that cannot be one. */
export function regionsIn({ DATA_REGIONS: setting = "" }: RegionSettings): Map<Placed, string> {
  const regions = new Map<Placed, string>();
  for (const part of setting.split(",").filter((each) => each.trim() !== "")) {
    const [given = "", region = ""] = part.split("=").map((each) => each.trim());
    const name = NAMES.find((each) => each === given);
    if (!name || !SPELLING.test(region))
      throw new Error(`DATA_REGIONS says ${part.trim()}: it takes ${NAMES.join(", ")}, each with a region`);
    regions.set(name, region);
  }
  return regions;
}

/** The region of a database or a kind of data; empty where nothing is said of it. */
export const regionOf = (settings: RegionSettings, name: string): string =>
  new Map<string, string>(regionsIn(settings)).get(name) ?? "";

/** Regions that somebody who signs up chooses among: none where there is but one, or nothing is said. */
export function offeredRegions(settings: RegionSettings): string[] {
  const offered = new Set(
    tenantDatabases.map((name) => regionOf(settings, name)).filter((each) => each !== ""),
  );
  return offered.size > 1 ? [...offered].toSorted() : [];
}

/** Databases in which an enterprise of a region may lie: all of them where none was chosen. */
export const databasesIn = (settings: RegionSettings, region: string): TenantDatabase[] =>
  tenantDatabases.filter((name) => region === "" || regionOf(settings, name) === region);
