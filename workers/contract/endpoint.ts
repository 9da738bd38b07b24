import type { z } from "zod";
import type { Scope } from "./api-keys.ts";
import type { Permission } from "./permissions.ts";

/**
 * Access rule: public (with the reason why that is safe), anybody signed in, or holders of one of these permissions.
 */
export type Access =
  | { kind: "public"; why: string }
  | { kind: "session" }
  | { kind: "permission"; anyOf: readonly Permission[] };

type Fields = z.ZodObject;

/**
 * One call of the API as data. The server mounts and validates by it, the console calls by it; the OpenAPI document,
 * the isolation test and the role matrix are generated from it.
 */
export interface Endpoint<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Reply extends z.ZodType = z.ZodType,
> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below /api, with `:name` for path parameters. */
  path: string;
  summary: string;
  /** More than a sentence can say, for readers of the API's description. */
  details?: string;
  access: Access;
  /** An API key with this scope, or one of these, is taken instead of a session; without this, none is. */
  key?: Scope | readonly Scope[];
  params?: Params;
  query?: Query;
  body?: Body;
  /** The payload, and the key of the envelope that the specification names for it. */
  reply: Reply;
  under: "data" | "response";
  /** The largest body in bytes; 413 above. */
  maxBytes?: number;
  /** A body that runs as it is, but for the ids that stand in it as shell variables; shown beside the call. */
  example?: unknown;
  /** Files are sent in the form (multipart) under this field, at most so many; the handler gets them as `files`. */
  upload?: { field: string; most: number };
  /** The body is a byte stream of any type; the handler gets it as `stream`. */
  stream?: { maxBytes: number };
  /**
   * One file is sent in a form (multipart) under this field and is streamed, never held whole: the handler gets it as
   * `incoming`. The form's other fields come before it, as in an S3 form; anything after it is not read.
   */
  incoming?: { field: string; maxBytes: number };
  /** Whether the session is read anew, where `readsSessionAnew` would not see it by itself. */
  anew?: boolean;
  /** Calls a minute of one person, where `callLimitOf` would see none, or another number, by itself. */
  perMinute?: number;
  /** The response is a file of this media type instead of an envelope; refusals are still envelopes. */
  file?: string;
}

/**
 * The part of an endpoint that the console's calls need; its build leaves out the rest
 * (scripts/lib/contract-in-parts.ts).
 */
export const CALLED_BY = [
  "method",
  "path",
  "under",
  "upload",
  "incoming",
] as const satisfies (keyof Endpoint)[];
export type Callable = Pick<Endpoint, (typeof CALLED_BY)[number]>;

/**
 * Whether the session is read anew, not believed for some seconds: to administer people, secrets or the enterprise,
 * take data out or delete it, one must be permitted right then. Beliefs that the call may have changed end with it.
 */
export function readsSessionAnew({ method, path, access, file, anew }: Endpoint): boolean {
  if (anew !== undefined) return anew;
  if (method === "DELETE" || file !== undefined) return true;
  if (method !== "GET" && /^\/(account|e)\//.test(path)) return true;
  return access.kind === "permission" && access.anyOf.every((each) => /\.(DELETE|ERASE|EXPORT)$/.test(each));
}

/** The scopes of which a key needs one for a call; none: it takes no key. */
export const scopesOf = ({ key }: Pick<Endpoint, "key">): readonly Scope[] =>
  key === undefined ? [] : [key].flat();

export const MAX_BODY_BYTES = 256 * 1024;

/** Keeps the literal types of one endpoint. */
export const endpoint = <
  Params extends Fields = z.ZodObject<{}>,
  Query extends Fields = z.ZodObject<{}>,
  Body extends Fields = z.ZodObject<{}>,
  Reply extends z.ZodType = z.ZodType,
>(
  definition: Endpoint<Params, Query, Body, Reply>,
): Endpoint<Params, Query, Body, Reply> => definition;

export const publicAccess = (why: string): Access => ({ kind: "public", why });
export const signedIn: Access = { kind: "session" };
export const holding = (...anyOf: Permission[]): Access => ({ kind: "permission", anyOf });

export type ParamsOf<E> = E extends Endpoint<infer P, Fields, Fields, z.ZodType> ? P : never;
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;
export type CallOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? { params?: z.input<P>; query?: z.input<Q>; body?: z.input<B> }
    : never;
export type ReplyOf<E> = E extends Endpoint<Fields, Fields, Fields, infer R> ? z.output<R> : never;
