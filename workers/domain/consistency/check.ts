import type { CheckKind } from "#workers/contract/data-checks.ts";
import type { Counted } from "../counted.ts";

/**
 * The result of a page of a check: rows looked at, those that are wrong, one of them, and where the next page begins.
 */
export interface Found {
  looked: number;
  wrong: number;
  example: string | null;
  next: string | null;
  /** Why there is more than a page may look at; people look at it by the command. */
  failure?: string;
}

/** The data to look at. Without `repair` nothing is written. */
export interface Looking {
  tenant: Counted;
  directory: Counted;
  enterpriseId: string;
  now: number;
  repair: boolean;
  /** Chats or messages that one statement may count; without it any number. */
  most?: number;
}

/** One kind of check: `page` looks behind `after`, which is empty at first, and mends what it finds where it is told to. */
export interface Check {
  kind: CheckKind;
  page: (looking: Looking, after: string) => Promise<Found>;
}

/** The first row of a statement. */
export async function rowOf<Row>(
  database: Counted,
  text: string,
  ...values: (string | number)[]
): Promise<Row | undefined> {
  const { results } = await database
    .prepare(text)
    .bind(...values)
    .all<Row>();
  return results[0];
}
