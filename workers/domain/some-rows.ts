import type { Ctx } from "./ctx.ts";
import { chunksOf } from "./import-export/chunks.ts";

/** Statements over rows, given as JSON: one as a rule, more where the rows are too large for one bound value, none where there are none. */
export type Some = (rows: readonly unknown[], text: string, ...values: unknown[]) => D1PreparedStatement[];

export const someOf =
  ({ db }: Pick<Ctx, "db">): Some =>
  (rows, text, ...values) =>
    chunksOf(rows).map((json) => db.$client.prepare(text).bind(json, ...values));
