import { tenantDatabase } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import type { Harness } from "./harness.ts";
import type { Person } from "./people.ts";
import { watchedDatabase } from "./watched-database.ts";

/** Rules within a person's enterprise, on its real database; `before` is told of every statement. */
export const watchedCtx = (
  { env }: Harness,
  { enterpriseId }: Pick<Person, "enterpriseId">,
  before: (sql: string) => Promise<void> | void,
): Ctx =>
  ctxOf(
    tenantDatabase({ ...env, TENANT_1: watchedDatabase(env.TENANT_1, before) }, "TENANT_1"),
    enterpriseId as EnterpriseId,
    { userId: "system", name: "", address: "", requestId: "" },
  );

/** The same, with something that happens once, just before the first statement that begins so. */
export function ctxOvertaken(
  harness: Harness,
  person: Pick<Person, "enterpriseId">,
  statement: string,
  overtaking: () => Promise<unknown>,
): { ctx: Ctx; wasOvertaken: () => boolean } {
  let overtaken = false;
  const ctx = watchedCtx(harness, person, async (sql) => {
    if (overtaken || !sql.startsWith(statement)) return;
    overtaken = true;
    await overtaking();
  });
  return { ctx, wasOvertaken: () => overtaken };
}
