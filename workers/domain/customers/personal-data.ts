import { chatsTexts } from "#texts/chats.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import type { personalData as contract } from "#workers/contract/endpoints/personal-data.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { ArchiveReader } from "../archives/files.ts";
import type { Ctx } from "../ctx.ts";
import { inDownloadSlot } from "../download-slots.ts";
import type { DriveBucket } from "../drive/store.ts";
import { DomainError } from "../error.ts";
import { MOST_ZIP_BYTES, MOST_ZIP_ENTRIES, streamOf, type ZipEntry, zipped } from "../zip-stream.ts";
import { theirAnswers, theirWaFlows } from "./form-answers.ts";
import { type DataPart, dataParts } from "./held.ts";
import { theirPayments } from "./payments-of.ts";
import { csvOf, type FilePart, jsonOf } from "./person-file.ts";
import { personHead } from "./person-head.ts";
import { personPages } from "./person-pages.ts";
import { entryOf, fileRows, sizeOf } from "./copied-files.ts";
import { sizeOfFilms, theirFilms, theirRecordings } from "./recordings-of.ts";

/**
 * Streams all data stored about a customer, also in the trash, for that person (GDPR 15 and 20): as JSON, as CSV with one
 * fact a line, or as an archive of both with their files. Pages keep the memory flat, however much there is.
 */
export async function personalData(
  ctx: Ctx,
  id: string,
  { format, reason }: InputOf<typeof contract>["query"],
  bucket: ArchiveReader & Pick<DriveBucket, "get">,
): Promise<{ body: ReadableStream<Uint8Array>; name: string }> {
  let name = "";
  const body = await inDownloadSlot(ctx, "personalData", async () => {
    const head = await personHead(ctx, id, { format, reason });
    if (head.reasonMissing) {
      const message = chatsTexts.reasonMissing;
      throw new DomainError("invalid", { message, errors: { reason: message } });
    }
    name = `${head.name}.${format}`;
    const known: Record<DataPart, unknown> = {
      ...head.parts,
      ...personPages(ctx, head.identities, bucket),
      forms: () => theirAnswers(ctx, id, head.identities),
      payments: () => theirPayments(ctx, id, head.identities),
      recordings: () => theirRecordings(ctx, head.identities),
      waFlows: () => theirWaFlows(ctx, id, head.identities),
    };
    const parts = dataParts.map((part): FilePart => {
      const value = known[part];
      return typeof value === "function"
        ? { name: part, pages: value as () => AsyncIterable<readonly unknown[]> }
        : { name: part, value };
    });
    if (format === "json") return streamOf(encoded(jsonOf(parts)));
    if (format === "csv") return streamOf(encoded(csvOf(parts)));
    const [files, films] = await Promise.all([
      sizeOf(ctx, head.identities),
      sizeOfFilms(ctx, head.identities),
    ]);
    if (files.files + films.files > MOST_ZIP_ENTRIES || files.bytes + films.bytes > MOST_ZIP_BYTES) {
      throw new DomainError("invalid", {
        message: texts.dataTooLarge,
        errors: { format: texts.dataTooLarge },
      });
    }
    return streamOf(zipped(entriesOf(ctx, parts, head.identities, bucket)));
  });
  return { body, name };
}

async function* entriesOf(
  ctx: Ctx,
  parts: readonly FilePart[],
  identities: readonly string[],
  bucket: Pick<DriveBucket, "get">,
): AsyncGenerator<ZipEntry> {
  yield { name: "data.json", packed: false, bytes: encoded(jsonOf(parts)) };
  yield { name: "data.csv", packed: false, bytes: encoded(csvOf(parts)) };
  for await (const rows of fileRows(ctx, identities)) {
    for (const row of rows) {
      const object = await bucket.get(row.key);
      if (object) yield { name: entryOf(row), packed: true, bytes: object.body };
    }
  }
  yield* theirFilms(ctx, identities, bucket);
}

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const each of lines) yield encoder.encode(each);
}
