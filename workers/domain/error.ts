import { codes, type Code } from "#workers/contract/codes.ts";

export interface Details {
  /** Replaces the table's sentence when the case has one of its own. */
  message?: string;
  /** Field → its problem and how to fix it. */
  errors?: Record<string, string>;
  retryAfterSeconds?: number;
  /** Data with which a refused caller can continue, under `response`. */
  response?: Record<string, string>;
}

/** A rule of the product refuses. `workers/contract/codes.ts` maps the code to the wire. */
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
 * The database enforces uniqueness and foreign keys, so that nobody slips between a check and a write. Turns its errors
 * into the product's: `unique` maps a column of the violated unique index to a code.
 */
export async function mapConflicts<T>(work: Promise<T>, unique: Record<string, Code> = {}): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const text = describe(error);
    if (isDouble(error)) {
      const broken = Object.entries(unique).find(([column]) => text.includes(column));
      if (broken) throw new DomainError(broken[1]);
    }
    if (text.includes("FOREIGN KEY constraint failed")) throw new DomainError("notFound");
    throw error;
  }
}

/** Whether a unique index has refused a row: the same is there already, or was just written by somebody else. */
export const isDouble = (error: unknown): boolean => describe(error).includes("UNIQUE constraint failed");

/** drizzle wraps the driver's error; the useful message is in its cause. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${describe(error.cause)}`;
}
