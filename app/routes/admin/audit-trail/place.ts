import { dayBegins } from "#app/zone.ts";

/** What the address of the audit trail says. */
export interface Place {
  who: string;
  kind: string;
  action: string;
  /** One object by its id. */
  of: string;
  /** Part of an object's name. */
  q: string;
  /** Days in the reader's zone, both counted in. */
  from: string;
  to: string;
  /** Where in the trail the page begins. */
  after: string;
}

export type Filter = Omit<Place, "after">;

const NAMES = ["who", "kind", "action", "of", "q", "from", "to", "after"] as const;

export const placeOf = (search: URLSearchParams): Place =>
  Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? ""])) as unknown as Place;

/** Only what is set stands in the address. */
export const addressOf = (place: Partial<Place>): Record<string, string> =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = place[name];
      return value ? [[name, value]] : [];
    }),
  );

/** The same as the API asks it. */
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
