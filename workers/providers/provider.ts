/** The operations we need of a language model's provider: one interface, with one adapter for each provider. */

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ChatOptions {
  maxTokens?: number;
  /** 0 to 1; 0 when the answer should be the same each time. */
  temperature?: number;
  /** Called with each piece of the answer as it arrives. */
  onText?: (piece: string) => void;
}

export interface Provider {
  /** Names what made a vector: vectors of different models are never compared. */
  readonly embeddingModel: string;
  /** One vector of unit length a text, in their order. Throws ProviderError. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  /** The answer's text. Throws ProviderError. */
  chat(messages: readonly ChatMessage[], options?: ChatOptions): Promise<string>;
}

export type ProviderFailure = "unauthorized" | "rateLimited" | "unavailable" | "timeout" | "badAnswer";

/** A provider did not do what was asked. The message is fit to show and never carries a key or the provider's page. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly failure: ProviderFailure;
  /** When asking again makes sense, if the provider said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: ProviderFailure, message: string, retryAfterSeconds?: number) {
    super(message);
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
