import { providersTexts } from "#texts/providers.ts";
import { ENCODER, encoderKey } from "#workers/nlu/encoder/current.ts";
import { Encoder } from "#workers/nlu/encoder/encoder.ts";
import kernel from "#workers/nlu/encoder/kernel/multiply.wasm";
import { DomainError } from "../error.ts";
import type { ModelFiles } from "./files.ts";

/** An encoder holds 14 MB of an isolate's 128, so there is one at a time. */
let held: { id: number; loading: Promise<Encoder> } | undefined;

/** The sentence encoder with this number, from this isolate's memory or else from its file; modelMissing without one. */
export function sentenceEncoder(files: ModelFiles, id: number = ENCODER): Promise<Encoder> {
  if (held?.id === id) return held.loading;
  const loading = read(files, id);
  held = { id, loading };
  loading.catch(() => {
    if (held?.loading === loading) held = undefined;
  });
  return loading;
}

async function read(files: ModelFiles, id: number): Promise<Encoder> {
  const object = await files.get(encoderKey(id));
  if (!object) throw new DomainError("modelMissing", { message: providersTexts.noEncoder });
  return new Encoder(new Uint8Array(await object.arrayBuffer()), kernel);
}
