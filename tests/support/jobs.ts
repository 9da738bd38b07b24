import type { RunDeps } from "#workers/domain/jobs/held-job.ts";
import type { Harness } from "./harness.ts";
import type { Person } from "./people.ts";

/** Deps of a job whose worker is the test itself: nobody is told, and nobody else is woken. */
export const idleDeps: RunDeps = {
  breathe: () => Promise.resolve(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  tell: () => Promise.resolve(),
  wake: () => Promise.resolve(),
};

/**
 * Keeps the sweeper from the enterprise's jobs, from the moment in which each is written: a test that is their worker
 * itself would else find one taken, once in some hundred runs. Answers what gives them back.
 */
export async function keepJobs(
  { env }: Pick<Harness, "env">,
  { enterpriseId }: Pick<Person, "enterpriseId">,
): Promise<() => Promise<void>> {
  const name = `kept_${enterpriseId.replaceAll(/\W/gu, "_")}`;
  const keeping = (of: "INSERT" | "UPDATE OF woken_at") =>
    env.TENANT_1.prepare(
      `CREATE TRIGGER "${name}_${of.slice(0, 6)}" AFTER ${of} ON jobs
      WHEN new.enterprise_id = '${enterpriseId}' AND new.woken_at = 0
      BEGIN UPDATE jobs SET woken_at = unixepoch() * 1000 + 3600000 WHERE id = new.id; END`,
    );
  await env.TENANT_1.batch([keeping("INSERT"), keeping("UPDATE OF woken_at")]);
  return async () => {
    await env.TENANT_1.batch([
      env.TENANT_1.prepare(`DROP TRIGGER "${name}_INSERT"`),
      env.TENANT_1.prepare(`DROP TRIGGER "${name}_UPDATE"`),
      env.TENANT_1.prepare("UPDATE jobs SET woken_at = 0 WHERE enterprise_id = ?").bind(enterpriseId),
    ]);
  };
}

/**
 * Keeps the sweeper, and whom it wakes, from all of an enterprise: a walk that plays the sender and the clock itself would else
 * meet the real ones between two of its steps. Answers what gives it back.
 */
export async function leftAlone(
  { env }: Pick<Harness, "env">,
  { enterpriseId }: Pick<Person, "enterpriseId">,
): Promise<() => Promise<void>> {
  // As one that is about to move is passed over; nothing refuses its writes without the fence itself.
  const run = (sql: string) => env.TENANT_1.prepare(sql).bind(enterpriseId).run();
  await run("INSERT INTO fences (enterprise_id, side, at) VALUES (?, 'leaving', 1)");
  return async () => {
    await run("DELETE FROM fences WHERE enterprise_id = ?");
  };
}
