/** One call of Cloudflare's API, as its routes get it. */
export interface Asked {
  query: URLSearchParams;
  body: Buffer;
  /** Where a bucket is looked for or made; empty for none. */
  jurisdiction: string;
  json: () => Record<string, unknown>;
  form: () => Promise<FormData>;
}

/** Answers one call; gets what its path names. Throws `Refused`. */
export type Answer = (asked: Asked, ...names: string[]) => unknown;
export type Routes = Record<string, Answer>;

/** A call that the API refuses, with its error's code and words. */
export class Refused extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const refuse = (status: number, code: number, message: string): never => {
  throw new Refused(status, code, message);
};
