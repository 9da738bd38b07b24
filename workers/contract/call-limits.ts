import type { Endpoint } from "./endpoint.ts";

/** Calls a minute of one person to one endpoint, where it names no number of its own: above what hands and screens do. */
export const PER_MINUTE = { search: 300, upload: 300, export: 60 } as const;
/** An enterprise has room for so many people who do as much as one may. */
export const PEOPLE = 10;

/**
 * Query fields whose words are looked for: each letter may ask anew, and conditions on own fields read everybody. A list
 * that is only paged through is not limited.
 */
export const SEARCHED = ["search", "searchterm", "desc", "words", "question", "name", "fields"] as const;

export interface CallLimit {
  kind: keyof typeof PER_MINUTE | "own";
  perMinute: number;
  /** The query fields: where none of them has words, a call is not counted. */
  fields?: readonly string[];
}

/** Whether a file takes data out in bulk; a picture or a recording is one thing that somebody looks at. */
export const isBulk = (file = ""): boolean => /csv|json|zip|plain/.test(file);

/**
 * The limit of a call that costs much, by what the contract says of it, so that none is forgotten. Public calls have none
 * here: each counts in its own way, as nobody is known.
 */
export function callLimitOf(endpoint: Endpoint): CallLimit | undefined {
  const { access, perMinute, file, upload, stream, incoming, query } = endpoint;
  if (access.kind === "public") return undefined;
  if (perMinute !== undefined) return { kind: "own", perMinute };
  if (isBulk(file)) return { kind: "export", perMinute: PER_MINUTE.export };
  if (upload ?? stream ?? incoming) return { kind: "upload", perMinute: PER_MINUTE.upload };
  const fields = SEARCHED.filter((name) => query !== undefined && name in query.shape);
  return fields.length === 0 ? undefined : { kind: "search", perMinute: PER_MINUTE.search, fields };
}
