import { codes, type Code } from "#workers/contract/codes.ts";

export interface Details {
  /** Another sentence than the table's, when the case has one of its own. */
  message?: string;
  /** Field → what is wrong with it and how to mend it. */
  errors?: Record<string, string>;
  retryAfterSeconds?: number;
  /** What the refused may go on with, under `response`. */
  response?: Record<string, string>;
}

/** A rule of the product says no. `workers/contract/codes.ts` says what that means on the wire. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: Code;
  readonly details: Details;

  constructor(code: Code, details: Details = {}) {
    super(details.message ?? codes[code].sentence);
    this.code = code;
    this.details = details;
  }
}

/**
 * The database is where uniqueness and parenthood are kept, so that nobody slips between a check and a write.
 * Turns its refusals into the product's: `unique` names the code of a broken unique index by a column in it.
 */
export async function refusing<T>(work: Promise<T>, unique: Record<string, Code> = {}): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const text = describe(error);
    if (text.includes("UNIQUE constraint failed")) {
      const broken = Object.entries(unique).find(([column]) => text.includes(column));
      if (broken) throw new DomainError(broken[1]);
    }
    if (text.includes("FOREIGN KEY constraint failed")) throw new DomainError("notFound");
    throw error;
  }
}

/** drizzle wraps the driver's error; the words that matter are in its cause. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${describe(error.cause)}`;
}
