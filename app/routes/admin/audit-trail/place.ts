import { dayBegins } from "#app/zone.ts";

/** Query parameters of the audit trail's address. */
export interface Place {
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

export type Filter = Omit<Place, "after">;

const NAMES = ["who", "kind", "action", "of", "q", "from", "to", "after"] as const;

export const placeOf = (search: URLSearchParams): Place =>
  Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? ""])) as unknown as Place;

/** Returns the query parameters; empty values are left out. */
export const addressOf = (place: Partial<Place>): Record<string, string> =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = place[name];
      return value ? [[name, value]] : [];
    }),
  );

/** The same filter as the API's query parameters. */
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
