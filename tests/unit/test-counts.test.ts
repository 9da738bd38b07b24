import { expect, test } from "vitest";
import { add, finalLine, none, ofPlaywright, ofVitest, slowest } from "../../scripts/lib/test-counts.ts";

const time = (seconds: number) => ({ startTime: 1_000, endTime: 1_000 + seconds * 1_000 });

test("the final line names skipped tests only when there are some", () => {
  expect(finalLine({ ...none, passed: 3 })).toBe("3 passed, 0 failed");
  expect(finalLine({ ...none, passed: 3, failed: 1, skipped: 2 })).toBe("3 passed, 1 failed, 2 skipped");
});

test("a test file that does not load counts as a failure, and says why", () => {
  const report = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 };
  const passed = { status: "passed", fullName: "works", failureMessages: [] };
  const testResults = [
    { name: "a.test.ts", status: "failed", message: "no such module", ...time(0), assertionResults: [] },
    { name: "b.test.ts", status: "passed", message: "", ...time(0), assertionResults: [passed, passed] },
  ];
  expect(ofVitest({ ...report, testResults })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    failures: ["a.test.ts\n    no such module"],
    took: [
      ["a.test.ts", 0],
      ["b.test.ts", 0],
    ],
  });
});

test("layers add up, and each failed test is named with its reason", () => {
  const failed = {
    status: "failed",
    fullName: "a door stays shut",
    failureMessages: ["it was open\nat line 3"],
  };
  const integration = ofVitest({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      { name: "door.test.ts", status: "failed", message: "", ...time(2), assertionResults: [failed] },
    ],
  });
  const browser = ofPlaywright({
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 },
    suites: [
      {
        title: "bell.spec.ts",
        specs: [],
        suites: [
          {
            title: "at night",
            specs: [
              {
                title: "rings",
                tests: [
                  { status: "unexpected", results: [{ duration: 2_000, errors: [{ message: "silent" }] }] },
                ],
              },
              { title: "stops", tests: [{ status: "expected", results: [{ duration: 3_000, errors: [] }] }] },
            ],
          },
        ],
      },
    ],
  });
  const both = add(integration, browser);
  expect(slowest(both, 1)).toBe("bell.spec.ts 5 s");
  expect(both).toEqual({
    passed: 6,
    failed: 2,
    skipped: 3,
    failures: [
      "door.test.ts › a door stays shut\n    it was open\n    at line 3",
      "bell.spec.ts › at night › rings\n    silent",
    ],
    took: [
      ["door.test.ts", 2],
      ["bell.spec.ts", 5],
    ],
  });
});
