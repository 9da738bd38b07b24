import * as messages from "#app/messages.ts";
import { ProviderError } from "./provider.ts";

export interface Patience {
  /** The longest silence: before the answer begins, and between two pieces of it. */
  silenceMs: number;
  /** How long one call may take in all. */
  overallMs: number;
}

const texts = messages.providers;

/** Ends a call that takes too long. Whatever is awaited through `race` is over then, also what cannot be aborted. */
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

  /** Something came: the silence begins anew. */
  heard(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#end(), this.#patience.silenceMs);
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over]);
  }

  /** The call is over. Aborting what has ended does nothing; what was left unread is let go. */
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
