import { dayBegins } from "#app/lib/zone.ts";

/** Query parameters of the audit trail's address. */
export interface ListState {
  who: string;
  kind: string;
  action: string;
  /** One object by its id. */
  of: string;
  /** Part of an object's name. */
  q: string;
  /** Days in the reader's time zone, both inclusive. */
  from: string;
  to: string;
  /** Cursor at which the page begins. */
  after: string;
}

export type Filter = Omit<ListState, "after">;

const NAMES = ["who", "kind", "action", "of", "q", "from", "to", "after"] as const;

export const listStateOf = (search: URLSearchParams): ListState =>
  Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? ""])) as unknown as ListState;

/** The filter as the API's query parameters. */
export const filterQuery = ({ who, kind, action, of, q, from, to }: Filter) => ({
  who: who || undefined,
  kind: kind || undefined,
  action: action || undefined,
  objectId: of || undefined,
  object: q || undefined,
  fromDate: dayBegins(from),
  toDate: dayBegins(to, 1),
});

export const isFiltered = ({ who, kind, action, of, q, from, to }: Filter): boolean =>
  [who, kind, action, of, q, from, to].some((value) => value !== "");
