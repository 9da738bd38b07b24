import { providersTexts as texts } from "#texts/providers.ts";
import { ProviderError } from "./provider.ts";

export interface Patience {
  /** The longest silence: before the answer begins, and between two pieces of it. */
  silenceMs: number;
  /** Time limit of one call in all. */
  overallMs: number;
}

/** Ends a call that takes too long. Everything awaited through `race` is then over, even if it cannot be aborted. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #patience: Patience;
  readonly #overall: ReturnType<typeof setTimeout>;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #cut: ((error: ProviderError) => void) | undefined;
  readonly #over: Promise<never>;

  constructor(patience: Patience) {
    this.#patience = patience;
    this.#over = new Promise((_, reject) => (this.#cut = reject));
    this.#over.catch(() => undefined);
    this.#overall = setTimeout(() => this.#end(), patience.overallMs);
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the silence timer, since something has arrived. */
  heard(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#end(), this.#patience.silenceMs);
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over]);
  }

  /** Ends the call. Aborting a finished one does nothing; the unread rest is dropped. */
  close(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#overall);
    this.#controller.abort();
  }

  #end(): void {
    this.#cut?.(new ProviderError("timeout", texts.timeout));
    this.close();
  }
}
