import { readFileSync } from "node:fs";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Each failed test's file, name and reason, to be said again where the output ends: a cut log keeps only that. */
  failures: string[];
  /** Files with the seconds that their tests took: what a run's minutes go to. */
  took: [file: string, seconds: number][];
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], took: [] };

/** Returns one failure that no report knows of. */
export function crashed(why: string): Counts {
  return { ...none, failed: 1, failures: [why] };
}

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
    took: [...a.took, ...b.took],
  };
}

/** Names the files that took longest, the longest first. */
export function slowest({ took }: Counts, most: number): string {
  const rows = took.toSorted(([, one], [, other]) => other - one).slice(0, most);
  return rows
    .map(([file, seconds]) => `${file.replace(/^.*\/tests\//, "")} ${Math.round(seconds)} s`)
    .join(", ");
}

export function finalLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Lines of a reason that are said again: enough for what was expected and what came. */
const REASON_LINES = 20;

function failure(where: string[], reasons: string[]): string {
  const lines = reasons.join("\n").split("\n").slice(0, REASON_LINES);
  return [where.filter(Boolean).join(" › "), ...lines.map((line) => `    ${line}`)].join("\n");
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

export function ofVitest(report: VitestReport): Counts {
  // A file that does not load has no tests to count, and must not count as nothing.
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...broken.map((file) => failure([file.name], [file.message])),
      ...report.testResults.flatMap((file) =>
        file.assertionResults
          .filter((test) => test.status === "failed")
          .map((test) => failure([file.name, test.fullName], test.failureMessages)),
      ),
    ],
    took: report.testResults.map(({ name, startTime, endTime }) => [name, (endTime - startTime) / 1_000]),
  };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

function failuresOf(suite: PlaywrightSuite, above: string[] = []): string[] {
  const where = [...above, suite.title];
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected")
      .map((test) => {
        const reasons = test.results.flatMap((result) => result.errors.map((error) => error.message ?? ""));
        return failure([...where, spec.title], reasons);
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, where))];
}

function durationOf(suite: PlaywrightSuite): number {
  const own = suite.specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const inner = suite.suites ?? [];
  return (
    own.reduce((sum, { duration }) => sum + duration, 0) +
    inner.reduce((sum, each) => sum + durationOf(each), 0)
  );
}

export function ofPlaywright({ stats, suites }: PlaywrightReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => failuresOf(suite)),
    took: suites.map((suite) => [suite.title, durationOf(suite) / 1_000]),
  };
}

export function readReport<R>(file: string, count: (report: R) => Counts): Counts {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return crashed(`${file} was not written: the runner ended before its tests did.`);
  }
  return count(JSON.parse(text) as R);
}
