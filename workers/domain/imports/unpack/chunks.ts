import { importsTexts as texts } from "#texts/imports.ts";
import { fileRefused, type FileRow, type Files, partKey, partsOf } from "../files.ts";

/** The bytes of an uploaded file, as the bucket streams them. */
export async function* chunksOf(
  files: Pick<Files, "get">,
  file: Pick<FileRow, "enterpriseId" | "id" | "bytes">,
): AsyncGenerator<Uint8Array> {
  for (let part = 1; part <= partsOf(file.bytes); part++) {
    const object = await files.get(partKey(file, part));
    if (!object) throw fileRefused(texts.fileGone);
    yield* object.body;
  }
}
