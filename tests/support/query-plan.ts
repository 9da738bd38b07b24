/** Roll-ups, of which a tile reads its days alone. */
const ROLL_UPS = [
  "chat_figures",
  "entry_hours",
  "message_hours",
  "message_quarters",
  "node_daily",
  "report_sums",
];

/**
 * Steps of a statement's plan that read a table, or a roll-up of one enterprise, whole, or by an index that is built for
 * this statement alone. The plan's own tables (subselects) and lists of values may be read whole.
 */
export async function readWhole(db: D1Database, text: string, values: readonly unknown[]): Promise<string[]> {
  const { results } = await db
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .bind(...values)
    .all<{ detail: string }>();
  const details = results.map(({ detail }) => detail);
  const made = new Set(
    details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/.exec(detail)?.[1] ?? []),
  );
  const rollUps = new Set(
    [...text.matchAll(new RegExp(`\\b(${ROLL_UPS.join("|")})(?: (\\w+))?`, "g"))].flatMap(
      ([, table = "", alias = table]) => [table, alias],
    ),
  );
  return details.filter((detail) => {
    const [, step, name = "", how = ""] = /^(SCAN|SEARCH) (\(?[\w-]+\)?) ?(.*)$/.exec(detail) ?? [];
    if (step === "SCAN") return !made.has(name) && !how.startsWith("VIRTUAL TABLE");
    if (step !== "SEARCH") return false;
    return how.includes("AUTOMATIC") || (rollUps.has(name) && !/\b(?:hour|at|day)[><=]/.test(how));
  });
}
