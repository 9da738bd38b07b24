import { describe, expect, test } from "vitest";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { type ImportState, importStates } from "#workers/contract/endpoints/imports.ts";
import {
  importOnWire,
  type ImportRow,
  isActive,
  noCounts,
  undoProgress,
  wrongStep,
} from "#workers/domain/imports/row.ts";

const importIn = (state: ImportState, more: Partial<ImportRow> = {}): ImportRow => ({
  id: "i",
  enterpriseId: "e" as EnterpriseId,
  fileName: "customers.csv",
  file: "f",
  bytes: 1_000,
  encoding: "utf-8",
  delimiter: ",",
  headers: ["Name"],
  mapping: ["name"],
  optIn: null,
  state,
  reason: "",
  cursor: 250,
  line: 11,
  counts: { ...noCounts, total: 10, accepted: 8, rejected: 2, created: 15, updated: 5 },
  rowsPerSecond: 3.6,
  createdTaggings: [],
  undoEdited: false,
  startedBy: "Asha",
  startedAt: 1_000,
  completedAt: null,
  createdAt: 0,
  updatedAt: 0,
  ...more,
});
const ofStates = <T>(read: (state: ImportState) => T) =>
  Object.fromEntries(importStates.map((state) => [state, read(state)]));

test("a job works on an import that is checked, waits, is imported or undone, and on no other", () => {
  expect(importStates.filter((state) => isActive(importIn(state)))).toEqual([
    "CHECKING",
    "WAITING",
    "PROCESSING",
    "UNDOING",
  ]);
});

describe("the progress of an import", () => {
  test("is the part of the file that was read, or of the customers that were taken back", () => {
    expect(ofStates((state) => importOnWire(importIn(state)).progress)).toEqual({
      CHECKING: 0.25,
      CHECKED: 1,
      WAITING: 0,
      PROCESSING: 0.25,
      STOPPED: 0.25,
      COMPLETED: 1,
      ERROR: 0.25,
      UNDOING: 0.55,
      UNDONE: 1,
    });
  });

  test("is never more than all, and nothing of an empty file", () => {
    expect(importOnWire(importIn("PROCESSING", { cursor: 2_000 })).progress).toBe(1);
    expect(importOnWire(importIn("ERROR", { cursor: 0, bytes: 0 })).progress).toBe(0);
    expect(undoProgress(30, importIn("UNDOING").counts)).toBe(1);
    expect(undoProgress(0, noCounts)).toBe(0);
  });
});

describe("the speed of an import", () => {
  test("is told while the file is read, with the time that the rest takes at it", () => {
    const told = ofStates((state) => {
      const { rowsPerSecond, secondsLeft } = importOnWire(importIn(state));
      return rowsPerSecond === null && secondsLeft === null ? null : [rowsPerSecond, secondsLeft];
    });
    // A quarter of the file had 10 rows, so 30 are left.
    expect(told).toEqual({
      ...ofStates(() => null),
      CHECKING: [4, 9],
      PROCESSING: [4, 9],
    });
  });

  test.each([null, 0])("is not told before it is known: %s", (rowsPerSecond) => {
    expect(importOnWire(importIn("PROCESSING", { rowsPerSecond }))).toMatchObject({
      rowsPerSecond: null,
      secondsLeft: null,
    });
  });

  test("leaves no endless time where nothing was read yet", () => {
    expect(importOnWire(importIn("PROCESSING", { cursor: 0 })).secondsLeft).toBe(0);
  });
});

test("an import is told with its file, its counts, and when it began and ended", () => {
  const counts = { ...noCounts, total: 10, accepted: 8, rejected: 2 };
  expect(
    importOnWire(importIn("COMPLETED", { counts, completedAt: Date.UTC(2026, 10, 22), reason: "x" })),
  ).toEqual({
    uploadId: "i",
    file: { name: "customers.csv", bytes: 1_000 },
    totalLines: 10,
    acceptedLines: 8,
    errorLines: 2,
    completedTimeStr: "2026-11-22T00:00:00.000Z",
    state: "COMPLETED",
    reason: "x",
    begun: true,
    counts,
    optIn: null,
    progress: 1,
    rowsPerSecond: null,
    secondsLeft: null,
    headers: ["Name"],
    mapping: ["name"],
    startedBy: "Asha",
    createdAt: "1970-01-01T00:00:00.000Z",
  });
  expect(importOnWire(importIn("CHECKED", { startedAt: null }))).toMatchObject({
    begun: false,
    completedTimeStr: null,
  });
});

test("a step that the state does not allow is refused with the reason", () => {
  expect(wrongStep()).toMatchObject({
    code: "wrongStep",
    details: { message: "The import's current state does not allow this." },
  });
});
