import { formatMoment } from "#app/lib/format.ts";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import { type RunState, runStates } from "#workers/contract/automation/run-states.ts";

const DID = ["entered", "left", "errors", "timedOut", "expired"] as const;

/** The filter of the list of people, from the address. */
export interface PeopleFilter {
  state?: RunState;
  node?: string;
  code?: string;
  before?: string;
  did?: (typeof DID)[number];
  port?: string;
  version?: number;
  since?: string;
  until?: string;
}

/** The address's names of the filter, besides the state. */
export const FILTER = ["node", "code", "before", "did", "port", "version", "since", "until"] as const;
export const NO_FILTER = Object.fromEntries(FILTER.map((name) => [name, ""]));

const isMoment = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** The filter of an address; what can't be asked for is left out. */
export function peopleFilterIn(search: URLSearchParams): PeopleFilter {
  const read = (name: string) => search.get(name) ?? "";
  const moment = (name: "before" | "since" | "until") => (isMoment(read(name)) ? { [name]: read(name) } : {});
  const state = runStates.find((each) => each === read("state"));
  const did = DID.find((each) => each === read("did"));
  const version = Number(read("version"));
  return {
    ...(state && { state }),
    ...(read("node") && { node: read("node") }),
    ...(read("code") && { code: read("code") }),
    ...(read("port") && { port: read("port") }),
    ...(did && { did }),
    ...(Number.isInteger(version) && version > 0 && { version }),
    ...moment("before"),
    ...moment("since"),
    ...moment("until"),
  };
}

/** The filter in words; empty where there is none but a state. */
export function filterInWords({ node, code, before, did, version }: PeopleFilter, name: string): string {
  const { filters } = texts;
  return [
    ...(node === undefined ? [] : [filters[did ?? "here"](name || node)]),
    ...(code === undefined ? [] : [filters.code(code)]),
    ...(before === undefined ? [] : [filters.before(formatMoment(before))]),
    ...(version === undefined ? [] : [filters.version(version)]),
  ].join(", ");
}
