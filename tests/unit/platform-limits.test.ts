import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "#tests/support/imports.ts";
import { wakeOf } from "#workers/contract/jobs.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { SLICE } from "#workers/domain/jobs/held-job.ts";
import { OVERDUE_PAGE } from "#workers/domain/jobs/overdue.ts";
import { platformLimits } from "../../scripts/lib/platform-limits.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

test("each limit of the platform has an edge and tests that are there (O-25)", () => {
  expect(platformLimits.length).toBeGreaterThanOrEqual(12);
  for (const { limit, edge, tests } of platformLimits) {
    expect(edge, limit).not.toBe("");
    expect(tests.length, limit).toBeGreaterThan(0);
    expect(
      tests.filter((path) => !existsSync(join(ROOT, path))),
      limit,
    ).toEqual([]);
  }
});

test("no statement gives LIKE a pattern of somebody's words: D1 refuses those above 50 bytes", () => {
  const wrong = filesBelow("workers").filter((path) => {
    const code = readFileSync(join(ROOT, path), "utf8");
    return /\b(NOT )?LIKE\s+(\?|\$\{|'%'\s*\|\|)|import \{[^}]*\b(i?like|notLike)\b[^}]*\} from "drizzle-orm/.test(
      code,
    );
  });
  expect(wrong).toEqual([]);
});

test("a message of the queue names a row: the longest is far below 128 KB, and a batch has no more than 100", () => {
  const id = "x".repeat(100);
  const message = wakeOf({ id, enterpriseId: id as EnterpriseId, requestId: id });
  expect(JSON.stringify(message).length).toBeLessThan(1_000);
  expect(OVERDUE_PAGE).toBeLessThanOrEqual(100);
});

test("a job's run leaves room to an invocation's calls and to its CPU", () => {
  expect(SLICE.calls).toBeLessThanOrEqual(500);
  const toml = readFileSync(join(ROOT, "workers/jobs/wrangler.toml"), "utf8");
  const most = Number(/^cpu_ms = (\d+)$/m.exec(toml)?.[1]);
  expect(SLICE.milliseconds).toBeLessThanOrEqual(most / 2);
});
