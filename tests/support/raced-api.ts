import app from "#workers/api/app.ts";
import type { Harness } from "./harness.ts";
import { type Person, signedInAs } from "./people.ts";
import { watchedDatabase } from "./watched-database.ts";

/** A guard asks its condition before the rest of its batch, in a form that nothing else has. */
const isGuard = (sql: string): boolean => /\bCASE WHEN[\s\S]+ELSE json_extract\(/.test(sql);

/** Limits on attempts come before what a call is about; a sign-in asks for both in one guard. */
const OF_A_RULE = /"users"|^(?![\s\S]*login_failures)/;

export interface Raced extends Person {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Guards that were met since the last call of `meanwhile`. */
  readonly met: number;
  /** Runs once, just before the next batch whose guard matches: what somebody else does in that moment. */
  meanwhile(other: () => Promise<unknown>, guard?: RegExp): void;
}

/**
 * Somebody whose calls somebody else can get ahead of: the same API on the same databases, run in this process so that
 * a test learns of each statement before it is run.
 */
export function raced(harness: Harness, person: Person): Raced {
  let other: (() => Promise<unknown>) | undefined;
  let awaited = OF_A_RULE;
  let met = 0;
  const before = async (sql: string) => {
    if (!isGuard(sql) || !awaited.test(sql)) return;
    met += 1;
    const now = other;
    other = undefined;
    await now?.();
  };
  const { env } = harness;
  const watched = {
    ...env,
    DIRECTORY: watchedDatabase(env.DIRECTORY, before),
    TENANT_1: watchedDatabase(env.TENANT_1, before),
  };
  const waiting: Promise<unknown>[] = [];
  const context = {
    waitUntil: (work: Promise<unknown>) => void waiting.push(work),
    passThroughOnException: () => undefined,
    props: {},
  };
  const fetch = async (path: string, init: RequestInit = {}) => {
    const response = await app.fetch(
      new Request(new URL(path, "http://localhost"), init),
      watched,
      context as never,
    );
    await Promise.allSettled(waiting.splice(0));
    return response;
  };
  return {
    ...signedInAs({ fetch }, person, person.token),
    fetch,
    get met() {
      return met;
    },
    meanwhile(next, guard = OF_A_RULE) {
      met = 0;
      awaited = guard;
      other = next;
    },
  };
}
