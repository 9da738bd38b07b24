import { ModelFormatError } from "#workers/nlu/bytes.ts";
import { loadModel } from "#workers/nlu/predict.ts";
import { loadVectors } from "#workers/nlu/vectors.ts";
import { englishWords } from "#workers/nlu/words/shipped.ts";
import { DomainError } from "../error.ts";
import type { Classifier } from "./classify.ts";
import type { ModelFiles } from "./files.ts";
import { sentenceEncoder } from "./sentences.ts";

/** The identifiers of a version's files. */
export interface ServedVersion {
  id: string;
  file: string;
  vectorFile?: string | undefined;
}

/** An isolate has 128 MB; models may hold this much of it. The one used longest ago goes first. */
const MAX_BYTES = 24 * 1024 * 1024;

const cache = new Map<string, Promise<Classifier>>();
const sizes = new Map<string, number>();

/**
 * The model of a version, from this isolate's memory or else from its file. A version never changes, so what is
 * cached is never stale; two turns that miss at once read the file once.
 */
export function cachedModel(files: ModelFiles, version: ServedVersion): Promise<Classifier> {
  const known = cache.get(version.id);
  if (known) {
    cache.delete(version.id);
    cache.set(version.id, known);
    return known;
  }
  const loading = read(files, version);
  cache.set(version.id, loading);
  loading.then(
    ({ model, vectors }) => {
      sizes.set(version.id, model.byteLength + (vectors?.means.byteLength ?? 0));
      makeRoom();
    },
    () => cache.delete(version.id),
  );
  return loading;
}

/** A version read from its files, not from memory, with all that belongs to it: modelMissing, modelOutdated. */
export async function readWhole(files: ModelFiles, version: ServedVersion): Promise<Classifier> {
  const classifier = await read(files, version);
  if (version.vectorFile && !classifier.vectors) throw new DomainError("modelMissing");
  return classifier;
}

async function read(files: ModelFiles, { file, vectorFile }: ServedVersion): Promise<Classifier> {
  const [object, vectors] = await Promise.all([files.get(file), vectorFile ? files.get(vectorFile) : null]);
  if (!object) throw new DomainError("modelMissing");
  try {
    const model = loadModel(new Uint8Array(await object.arrayBuffer()), englishWords);
    return {
      model,
      ...(model.sentences !== undefined && { encoder: await sentenceEncoder(files, model.sentences) }),
      ...(vectors && { vectors: loadVectors(new Uint8Array(await vectors.arrayBuffer())) }),
    };
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
