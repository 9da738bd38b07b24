import { ModelFormatError, readSections, writeSections } from "#workers/nlu/bytes.ts";
import { badAnswer } from "#workers/providers/bad-answer.ts";
import type { Provider } from "#workers/providers/provider.ts";
import { keysBelow, type Files } from "./files.ts";
import type { HeldJob } from "../jobs/held-job.ts";

/** Texts a call: small enough that a slow provider's call ends while the worker may still go on. */
const BATCH = 64;
/** Vectors per stored file: at most this many are requested again when a worker dies. */
const KEPT_TOGETHER = 512;
/**
 * Time that a worker spends on a provider before another one continues. The platform ends a worker after 15 minutes.
 */
const SHARE_MS = 4 * 60_000;

/** One worker's share is done; what was embedded is kept, and the next worker goes on from there. */
export class ShareDone extends Error {}

interface Meta {
  embeddingModel: string;
  texts: string[];
}

interface Around {
  provider: Provider;
  held: HeldJob;
  files: Files;
  folder: string;
  newId: () => string;
}

/**
 * Asks a provider for vectors, renewing the job's lease while it waits. Answers are kept in files below `folder`, by
 * their text: a worker that takes the job over or continues it asks only for the rest.
 */
export class Embedder {
  readonly #around: Around;
  readonly #vectors = new Map<string, Float32Array>();
  #unkept: string[] = [];

  private constructor(around: Around) {
    this.#around = around;
  }

  /** With what earlier workers of the job have embedded. */
  static async resume(around: Around): Promise<Embedder> {
    const embedder = new Embedder(around);
    for await (const keys of keysBelow(around.files, around.folder)) {
      for (const key of keys) {
        await embedder.#recall(key);
        await around.held.pulse(0);
      }
    }
    return embedder;
  }

  get embeddingModel(): string {
    return this.#around.provider.embeddingModel;
  }

  /** One vector a text, in their order; ShareDone when the rest is for the next worker. */
  async vectorsOf(
    texts: readonly string[],
    progressed: (share: number) => Promise<void>,
  ): Promise<Float32Array[]> {
    const missing = [...new Set(texts)].filter((text) => !this.#vectors.has(text));
    for (let at = 0; at < missing.length; at += BATCH) {
      // One batch at least, so that every worker gets on.
      if (at > 0 && this.#around.held.elapsedMs > SHARE_MS) {
        await this.#keep();
        throw new ShareDone();
      }
      await this.#ask(missing.slice(at, at + BATCH));
      await progressed(1 - Math.max(0, missing.length - at - BATCH) / texts.length);
    }
    return texts.flatMap((text) => this.#vectors.get(text) ?? []);
  }

  async #ask(batch: string[]): Promise<void> {
    const vectors = await this.#around.held.during(this.#around.provider.embed(batch));
    const [known] = this.#vectors.values();
    batch.forEach((text, place) => {
      const vector = vectors[place];
      // Within one call the adapter has looked; a server may have changed its mind from one call to the next.
      if (!vector || (known && known.length !== vector.length)) throw badAnswer();
      this.#vectors.set(text, vector);
    });
    this.#unkept.push(...batch);
    if (this.#unkept.length >= KEPT_TOGETHER) await this.#keep();
  }

  async #keep(): Promise<void> {
    const texts = this.#unkept;
    this.#unkept = [];
    const rows = texts.flatMap((text) => this.#vectors.get(text) ?? []);
    const dimensions = rows[0]?.length ?? 0;
    if (dimensions === 0) return;
    const vectors = new Float32Array(rows.length * dimensions);
    rows.forEach((row, place) => vectors.set(row, place * dimensions));
    const { provider, files, folder, newId } = this.#around;
    const meta: Meta = { embeddingModel: provider.embeddingModel, texts };
    await files.put(`${folder}${newId()}`, writeSections(meta, { vectors }));
  }

  /** A file that cannot be read, or is of another model, counts as missing: its texts are requested again. */
  async #recall(key: string): Promise<void> {
    const object = await this.#around.files.get(key);
    if (!object) return;
    try {
      const { meta, read } = readSections(new Uint8Array(await object.arrayBuffer()));
      const { embeddingModel, texts } = meta as Meta;
      if (embeddingModel !== this.#around.provider.embeddingModel) return;
      const vectors = read("vectors", "f32");
      const dimensions = vectors.length / texts.length;
      texts.forEach((text, place) =>
        this.#vectors.set(text, vectors.subarray(place * dimensions, (place + 1) * dimensions)),
      );
    } catch (error) {
      if (!(error instanceof ModelFormatError)) throw error;
    }
  }
}
