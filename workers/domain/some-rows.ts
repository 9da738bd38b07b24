import type { Ctx } from "./ctx.ts";

/** A statement over rows, given as JSON; none where there are no rows. */
export type Some = (rows: readonly unknown[], text: string, ...values: unknown[]) => D1PreparedStatement[];

export const someOf =
  ({ db }: Pick<Ctx, "db">): Some =>
  (rows, text, ...values) =>
    rows.length === 0 ? [] : [db.$client.prepare(text).bind(JSON.stringify(rows), ...values)];
