import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { MAX_BODY_BYTES, type Endpoint } from "#workers/contract/endpoint.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { AppContext } from "./context.ts";
import { decodeFields, type Entries } from "./decode-fields.ts";
import { MAX_PAUSE_MS, nextPiece } from "./next-piece.ts";
import { readIncoming, type Incoming } from "./read-incoming.ts";

/** Input of an endpoint's handler: parameters, query and body as the contract's schemas leave them. */
export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
  files: File[];
  stream: ReadableStream<Uint8Array> | null;
  incoming: Incoming | null;
}

/** Reads and validates a request's input. Throws malformed, invalid, tooLarge or wrongMediaType. */
export async function readInput(c: AppContext, endpoint: Endpoint): Promise<Input> {
  const { params, query, body } = endpoint;
  // A path that cannot be an id names nothing: the same response as for an id that does not exist.
  const path = (params ?? NOTHING).safeParse(c.req.param());
  if (!path.success || Object.values(path.data).some((value) => String(value).includes("\0"))) {
    throw new DomainError("notFound");
  }
  const sent = endpoint.incoming
    ? await readForm(c, body ?? NOTHING, endpoint.incoming)
    : body && !endpoint.stream
      ? await readBody(c, body, endpoint)
      : nothingSent;
  try {
    return {
      params: path.data,
      query: query ? check(query, decodeFields(query, clean(c.req.queries()) as Entries)) : {},
      body: body ? check(body, sent.fields) : {},
      files: sent.files,
      stream: endpoint.stream ? streamOf(c, endpoint.stream.maxBytes) : null,
      incoming: sent.incoming,
    };
  } catch (error) {
    sent.incoming?.discard();
    throw error;
  }
}

/** Made once: a schema takes longer to make than to use. */
const NOTHING = z.object({});
const nothingSent = { fields: {}, files: [], incoming: null };

/** The fields before the file, and the file as a stream; null if the form has none. */
async function readForm(
  c: AppContext,
  schema: z.ZodObject,
  { field, maxBytes }: NonNullable<Endpoint["incoming"]>,
): Promise<SentBody> {
  const form = await readIncoming(c.req.raw, field, maxBytes);
  return { fields: decodeFields(schema, clean(form.fields) as Entries), files: [], incoming: form.file };
}

/** The body as a stream, never buffered. Its length must be given, so that one that is too long is refused at once. */
function streamOf(c: AppContext, maxBytes: number): ReadableStream<Uint8Array> | null {
  const length = Number(c.req.header("content-length") ?? Number.NaN);
  if (!Number.isInteger(length) || length < 0) throw new DomainError("malformed");
  if (length > maxBytes) throw new DomainError("tooLarge");
  return c.req.raw.body;
}

function check(schema: z.ZodObject, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) errors[issue.path.join(".")] ??= issue.message;
  throw new DomainError("invalid", { message: Object.values(errors)[0] ?? errorsTexts.invalid, errors });
}

interface SentBody {
  fields: unknown;
  files: File[];
  incoming: Incoming | null;
}

async function readBody(
  c: AppContext,
  schema: z.ZodObject,
  { maxBytes, upload }: Endpoint,
): Promise<SentBody> {
  const [type = ""] = (c.req.header("content-type") ?? "").toLowerCase().split(";");
  const bytes = await readBytes(c.req.raw, maxBytes ?? MAX_BODY_BYTES);
  if (bytes.byteLength === 0) return nothingSent;
  switch (type.trim()) {
    case "":
    case "application/json":
      return { ...nothingSent, fields: parseJson(bytes) };
    case "application/x-www-form-urlencoded":
    case "multipart/form-data": {
      const form = await parseForm(c.req.raw, bytes);
      const fields = decodeFields(schema, clean(textsOf(form)) as Entries);
      return { ...nothingSent, fields, files: upload ? filesOf(form, upload) : [] };
    }
    default:
      throw new DomainError("wrongMediaType");
  }
}

/**
 * Reads at most `maxBytes`; a longer body is refused as soon as it is known to be longer. One that breaks off, or whose
 * next piece does not come, is the client's fault.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  pauseMs = MAX_PAUSE_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length")) > maxBytes) throw new DomainError("tooLarge");
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  const next = async () => reader && (await nextPiece(reader, pauseMs)).value;
  for (let piece = await next(); piece; piece = await next()) {
    size += piece.byteLength;
    if (size > maxBytes) throw new DomainError("tooLarge");
    chunks.push(piece);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), cleanEach);
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError("malformed");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new DomainError("malformed");
  return value;
}

async function parseForm(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<FormData> {
  try {
    return await new Response(bytes, {
      headers: { "content-type": request.headers.get("content-type") ?? "" },
    }).formData();
  } catch {
    throw new DomainError("malformed");
  }
}

function textsOf(form: FormData): Record<string, string[]> {
  const fields = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of form) {
    if (typeof value === "string") (fields[name] ??= []).push(value);
  }
  return fields;
}

function filesOf(form: FormData, { field, most }: NonNullable<Endpoint["upload"]>): File[] {
  const files = form.getAll(field).filter((value): value is File => typeof value !== "string");
  if (files.length > most) {
    throw new DomainError("invalid", { errors: { [field]: errorsTexts.tooManyFiles(most) } });
  }
  return files;
}

/** Makes text well-formed, refuses U+0000, and drops keys that could reach a prototype. */
function cleanEach(key: string, value: unknown): unknown {
  if (key === "__proto__") return undefined;
  if (typeof value !== "string") return value;
  if (value.includes("\0")) throw new DomainError("invalid", { message: errorsTexts.nul });
  return value.toWellFormed();
}

const clean = (fields: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, values]) => [
      name,
      values.map((value) => cleanEach(name, value) as string),
    ]),
  );
