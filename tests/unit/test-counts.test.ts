import { expect, test } from "vitest";
import { add, finalLine, ofPlaywright, ofVitest } from "../../scripts/lib/test-counts.ts";

test("the final line names skipped tests only when there are some", () => {
  expect(finalLine({ passed: 3, failed: 0, skipped: 0 })).toBe("3 passed, 0 failed");
  expect(finalLine({ passed: 3, failed: 1, skipped: 2 })).toBe("3 passed, 1 failed, 2 skipped");
});

test("a test file that does not load counts as a failure", () => {
  const report = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 };
  const testResults = [
    { status: "failed", assertionResults: [] },
    { status: "passed", assertionResults: [{}, {}] },
  ];
  expect(ofVitest({ ...report, testResults })).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test("layers add up", () => {
  const browser = ofPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 0 } });
  expect(add(browser, { passed: 1, failed: 0, skipped: 3 })).toEqual({ passed: 6, failed: 1, skipped: 3 });
});
