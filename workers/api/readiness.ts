import { tenantDatabases } from "#db/client.ts";
import { DomainError } from "#workers/domain/error.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { problemsOfConfiguration } from "./check-configuration.ts";
import { sweeperOf } from "./finish-work.ts";

export const PART_TIMEOUT_MS = 2_000;

/**
 * The parts that a deployment works with, each of which has answered. Throws unavailable with the names of settings that are wrong,
 * before any part is asked, or of parts that do not answer in time.
 */
export async function readiness(env: ApiEnv): Promise<Record<string, true>> {
  const wrong = problemsOfConfiguration(env);
  if (wrong.length > 0) throw new DomainError("unavailable", { errors: { configuration: wrong.join(", ") } });
  const parts: Record<string, () => Promise<unknown>> = {
    directory: () => env.DIRECTORY.prepare("SELECT 1").run(),
    ...Object.fromEntries(
      tenantDatabases.map((name) => [
        name.toLowerCase().replace("_", ""),
        () => env[name].prepare("SELECT 1").run(),
      ]),
    ),
    files: () => env.FILES.head("readyz"),
    // It says how much waits, and takes no message for that.
    queue: () => env.JOBS.metrics(),
    hub: () => hubOf(env, "readyz").ping(),
    sweeper: () => sweeperOf(env).ping(),
  };
  const answers = await Promise.all(
    Object.entries(parts).map(async ([name, ask]) => [name, await answersInTime(ask)] as const),
  );
  const silent = answers.filter(([, ok]) => !ok).map(([name]) => name);
  if (silent.length > 0) throw new DomainError("unavailable", { errors: { parts: silent.join(", ") } });
  return Object.fromEntries(answers.map(([name]) => [name, true]));
}

const answersInTime = async (ask: () => Promise<unknown>): Promise<boolean> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PART_TIMEOUT_MS);
  });
  try {
    return await Promise.race([ask().then(() => true), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};
