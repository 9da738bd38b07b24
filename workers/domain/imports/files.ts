import { and, eq } from "drizzle-orm";
import { importsTexts } from "#texts/imports.ts";
import { importFiles } from "#db/tenant/imports.ts";
import { PART_BYTES } from "#workers/contract/endpoints/imports.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";

/** The methods of an R2 bucket that imports need. */
export interface Files {
  put(key: string, value: ReadableStream<Uint8Array> | ArrayBuffer): Promise<unknown>;
  get(
    key: string,
    options?: { range: { offset: number; length: number } },
  ): Promise<{ body: ReadableStream<Uint8Array>; arrayBuffer(): Promise<ArrayBuffer> } | null>;
  list(options: { prefix: string }): Promise<{ objects: { key: string; size: number }[] }>;
  delete(keys: string[]): Promise<void>;
}

export type FileRow = typeof importFiles.$inferSelect;
type Named = Pick<FileRow, "enterpriseId" | "id">;

const folderOf = ({ enterpriseId, id }: Named): string => `${enterpriseId}/uploads/${id}/`;
export const partKey = (file: Named, part: number): string =>
  `${folderOf(file)}${String(part).padStart(5, "0")}`;

export const partsOf = (bytes: number): number => Math.ceil(bytes / PART_BYTES);
const sizeOfPart = ({ bytes }: Pick<FileRow, "bytes">, part: number): number =>
  Math.min(PART_BYTES, bytes - (part - 1) * PART_BYTES);

/** 400, at the form's field for the file. */
export const fileRefused = (message: string): DomainError =>
  new DomainError("invalid", { message, errors: { file: message } });

/** A statement that reads a file's row. */
export const readingFile = ({ db, enterpriseId }: Ctx, id: string) =>
  db
    .select()
    .from(importFiles)
    .where(and(eq(importFiles.enterpriseId, enterpriseId), eq(importFiles.id, id)));

export async function fileRow(ctx: Ctx, id: string): Promise<FileRow> {
  const [row] = await readingFile(ctx, id);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** Records an upload before it starts. The cron removes files that never arrive or are never imported. */
export async function beginUpload(
  ctx: Ctx,
  { name, bytes }: { name: string; bytes: number },
): Promise<{ path: string; partBytes: number; parts: number }> {
  const { db, enterpriseId, newId, now } = ctx;
  const id = newId();
  const at = now();
  if (bytes === 0) throw fileRefused(importsTexts.empty);
  await db
    .insert(importFiles)
    .values({ id, enterpriseId, name, bytes, format: null, createdAt: at, updatedAt: at });
  return { path: id, partBytes: PART_BYTES, parts: partsOf(bytes) };
}

/** Stores one part as an object of its own. `length` is the request's content length. */
export async function storePart(
  ctx: Ctx,
  files: Files,
  { id, part }: { id: string; part: number },
  { stream, length }: { stream: ReadableStream<Uint8Array> | null; length: number },
): Promise<void> {
  const file = await fileRow(ctx, id);
  if (part > partsOf(file.bytes) || !stream || length !== sizeOfPart(file, part)) {
    throw fileRefused(importsTexts.partsMissing);
  }
  // An inspected file is being imported, or may be at any moment, so it must not change.
  if (file.format) throw new DomainError("wrongStep");
  await files.put(partKey(file, part), stream);
}

/** Refuses a file with a missing part. A file has at most as many parts as fit in one page of R2's list. */
async function requireParts(files: Files, file: FileRow): Promise<void> {
  const { objects } = await files.list({ prefix: folderOf(file) });
  const sizes = new Map(objects.map(({ key, size }) => [key, size]));
  for (let part = 1; part <= partsOf(file.bytes); part++) {
    if (sizes.get(partKey(file, part)) !== sizeOfPart(file, part)) {
      throw fileRefused(importsTexts.partsMissing);
    }
  }
}

/** Reads a file while its parts are looked for; one that is missing is told before anything that the bytes say. */
export async function withAllParts<T>(files: Files, file: FileRow, read: Promise<T>): Promise<T> {
  const [parts, found] = await Promise.allSettled([requireParts(files, file), read]);
  if (parts.status === "rejected") throw parts.reason;
  if (found.status === "rejected") throw found.reason;
  return found.value;
}

/** Reads at most `length` bytes from `offset` on, across the borders of parts. */
export async function readBytes(
  files: Pick<Files, "get">,
  file: Pick<FileRow, "enterpriseId" | "id" | "bytes">,
  offset: number,
  length: number,
): Promise<Uint8Array> {
  const end = Math.min(file.bytes, offset + length);
  const pieces: Uint8Array[] = [];
  for (let at = offset; at < end;) {
    const part = Math.floor(at / PART_BYTES) + 1;
    const stop = Math.min(end, part * PART_BYTES);
    const range = { offset: at - (part - 1) * PART_BYTES, length: stop - at };
    const object = await files.get(partKey(file, part), { range });
    if (!object) throw fileRefused(importsTexts.fileGone);
    const bytes = new Uint8Array(await object.arrayBuffer());
    if (bytes.byteLength !== range.length) throw fileRefused(importsTexts.fileGone);
    pieces.push(bytes);
    at = stop;
  }
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const whole = new Uint8Array(end - offset);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

/** Removes all parts of a file. */
export async function removeParts(files: Files, file: Named & Pick<FileRow, "bytes">): Promise<void> {
  const keys = Array.from({ length: partsOf(file.bytes) }, (_, index) => partKey(file, index + 1));
  await files.delete(keys);
}
