import { aroundDatabase } from "../watched-database.ts";

/** A call to a database that failed: before it took effect, or after, so that only its answer was lost. */
export interface Fails {
  when: "before" | "after";
  writes: boolean;
  /** Whether an earlier call of the same request had written. */
  wroteBefore: boolean;
}

interface Hiccups {
  share: number;
  random: () => number;
  /** Calls that failed are noted here. */
  failed: Fails[];
}

const WRITES = /^\s*(insert|update|delete|replace)\b/i;

/** The api Worker's databases on a platform that loses a share of the calls, as D1 says it. */
export function failing(env: ApiEnv, { share, random, failed }: Hiccups): ApiEnv {
  let wroteBefore = false;
  const lose = (when: Fails["when"], writes: boolean): Error => {
    failed.push({ when, writes, wroteBefore });
    return new Error(
      when === "after"
        ? "D1_ERROR: Network connection lost."
        : "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
    );
  };
  const database = (of: D1Database) =>
    aroundDatabase(of, {
      async around(statements, run) {
        const writes = statements.some((each) => WRITES.test(each));
        const fails = random() < share;
        const isLate = random() < 0.5;
        if (fails && !isLate) throw lose("before", writes);
        const answer = await run();
        if (fails) throw lose("after", writes);
        wroteBefore ||= writes;
        return answer;
      },
    });
  return {
    ...env,
    DIRECTORY: database(env.DIRECTORY),
    TENANT_1: database(env.TENANT_1),
    TENANT_2: database(env.TENANT_2),
  };
}
