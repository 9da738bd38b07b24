import { describe, expect, test } from "vitest";
import { lookAt } from "#app/session/session-times.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const begun = 1_000_000_000;
const times = { seenAt: begun, idleMs: 8 * HOUR, endsAt: begun + 24 * HOUR };
const after = (ms: number, over = {}) => lookAt({ ...times, ...over }, begun + ms);

describe("the end of a session", () => {
  test("is said five minutes before, once more in the last minute, and not before", () => {
    expect(after(0)).toEqual({ stage: "far", by: "idle", left: 8 * HOUR, next: 8 * HOUR - 5 * MINUTE });
    expect(after(8 * HOUR - 5 * MINUTE - 1).stage).toBe("far");
    expect(after(8 * HOUR - 5 * MINUTE).stage).toBe("soon");
    expect(after(8 * HOUR - MINUTE - 1).stage).toBe("soon");
    expect(after(8 * HOUR - MINUTE).stage).toBe("last");
    expect(after(8 * HOUR - 1).stage).toBe("last");
    expect(after(8 * HOUR)).toMatchObject({ stage: "over", left: 0 });
  });

  test("comes by idleness or by age, whichever is first", () => {
    const seenAt = begun + 20 * HOUR;
    expect(after(24 * HOUR - 2 * MINUTE, { seenAt })).toMatchObject({
      stage: "soon",
      by: "age",
      left: 2 * MINUTE,
    });
    expect(after(25 * HOUR, { seenAt })).toMatchObject({ stage: "over", by: "age" });
  });

  test("is looked at again by the minute while it is near and by the second in the last one", () => {
    expect(after(8 * HOUR - 5 * MINUTE).next).toBe(MINUTE);
    expect(after(8 * HOUR - 2 * MINUTE - 500).next).toBe(500);
    expect(after(8 * HOUR - MINUTE).next).toBe(1_000);
    expect(after(8 * HOUR - 1_500).next).toBe(500);
  });

  test("is there at once for a machine that has slept through it", () => {
    expect(after(30 * HOUR).stage).toBe("over");
  });
});
