import { inArray, sql } from "drizzle-orm";
import { automationCases } from "#db/tenant/automations.ts";
import type { FileAutomation } from "#workers/contract/automation/automation-file.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { Ctx } from "../ctx.ts";
import { chunksOf } from "../import-export/chunks.ts";
import type { Planned } from "./import-plan.ts";

/** Statements that give automations the test cases of a file, in place of those that were there; a file without any changes none. */
export function casesWritten(ctx: Ctx, file: readonly FileAutomation[], taken: readonly Planned<Graph>[]) {
  const { db, enterpriseId, actor, now, newId } = ctx;
  const given = new Map(file.flatMap(({ id, cases = [] }) => (cases.length > 0 ? [[id, cases]] : [])));
  const parts = taken.flatMap(({ id, to, state }) => {
    const cases = state === "same" ? undefined : given.get(id);
    return cases ? [{ to, cases }] : [];
  });
  if (parts.length === 0) return [];
  const at = now();
  // Their order in a list is that of the file.
  const rows = parts.flatMap(({ to, cases }) =>
    cases.map(({ name, content }, place) => [newId(), to, name, content, at + place]),
  );
  return [
    db
      .delete(automationCases)
      .where(
        inArray(
          automationCases.automationId,
          sql`(SELECT value FROM json_each(${JSON.stringify(parts.map(({ to }) => to))}))`,
        ),
      ),
    ...chunksOf(rows).map((json) =>
      db.insert(automationCases).select(
        sql`SELECT value->>0, ${enterpriseId}, value->>1, value->>2, json(value->>3), 1, ${actor.name}, value->>4, ${at}
          FROM json_each(${json}) WHERE true`,
      ),
    ),
  ];
}
