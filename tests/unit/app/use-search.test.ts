import { describe, expect, test } from "vitest";
import { builtOn, withValues } from "#app/kit/use-search.ts";

const LIBRARY = "/content-library";
const at = (search: string, key = "here", pathname = LIBRARY) => ({ pathname, search, key });
const asked = (search: string, key = "here") => ({ at: key, search: new URLSearchParams(search) });
const idle = { location: undefined };
const on = (...args: Parameters<typeof builtOn>) => builtOn(...args)?.toString();

describe("a change of a list's address builds on", () => {
  test("the navigation that is under way", () => {
    const now = { location: at("?view=list"), navigation: { location: at("?view=list&entry=7", "next") } };
    expect(on(LIBRARY, now, asked("view=list"))).toBe("view=list&entry=7");
  });

  test("the change just asked for, which the router has not taken up", () => {
    expect(on(LIBRARY, { location: at(""), navigation: idle }, asked("view=list"))).toBe("view=list");
  });

  test("where the router is, though the page that the change comes from was drawn before", () => {
    const opened = { location: at("?view=list&entry=7", "opened"), navigation: idle };
    expect(on(LIBRARY, opened, undefined)).toBe("view=list&entry=7");
    // A search typed before the panel was opened closes it otherwise.
    expect(on(LIBRARY, opened, asked("view=list", "before"))).toBe("view=list&entry=7");
  });
});

test("nobody who goes to another screen, or is there already, is held back", () => {
  const going = { location: at("?q=a"), navigation: { location: at("", "next", "/dashboard") } };
  expect(builtOn(LIBRARY, going, undefined)).toBeUndefined();
  expect(
    builtOn(LIBRARY, { location: at("", "next", "/dashboard"), navigation: idle }, undefined),
  ).toBeUndefined();
});

test("a parameter without a value leaves the address, and no other changes", () => {
  const before = new URLSearchParams("view=list&q=a");
  expect(withValues(before, { q: "", from: "20" }).toString()).toBe("view=list&from=20");
  expect(before.toString()).toBe("view=list&q=a");
});
