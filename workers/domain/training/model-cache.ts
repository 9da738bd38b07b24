import { ModelFormatError } from "#workers/nlu/bytes.ts";
import { loadModel, type Model } from "#workers/nlu/predict.ts";
import { DomainError } from "../error.ts";

/** What is needed of an R2 bucket to read a model. */
export interface ModelFiles {
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
}

/** An isolate has 128 MB; models may hold this much of it. The one used longest ago goes first. */
const MAX_BYTES = 24 * 1024 * 1024;

const cache = new Map<string, Promise<Model>>();
const sizes = new Map<string, number>();

/**
 * The model of a version, from this isolate's memory or else from its file. A version never changes, so what is
 * cached is never stale; two turns that miss at once read the file once.
 */
export function cachedModel(files: ModelFiles, version: { id: string; file: string }): Promise<Model> {
  const known = cache.get(version.id);
  if (known) {
    cache.delete(version.id);
    cache.set(version.id, known);
    return known;
  }
  const loading = read(files, version.file);
  cache.set(version.id, loading);
  loading.then(
    (model) => {
      sizes.set(version.id, model.byteLength);
      makeRoom();
    },
    () => cache.delete(version.id),
  );
  return loading;
}

async function read(files: ModelFiles, file: string): Promise<Model> {
  const object = await files.get(file);
  if (!object) throw new Error(`the model file ${file} is missing`);
  try {
    return loadModel(new Uint8Array(await object.arrayBuffer()));
  } catch (error) {
    // A version stays as it was written; an engine that no longer reads it asks for another training.
    throw error instanceof ModelFormatError ? new DomainError("modelOutdated") : error;
  }
}

function makeRoom(): void {
  let held = 0;
  for (const bytes of sizes.values()) held += bytes;
  for (const id of cache.keys()) {
    if (held <= MAX_BYTES || cache.size === 1) return;
    held -= sizes.get(id) ?? 0;
    sizes.delete(id);
    cache.delete(id);
  }
}
