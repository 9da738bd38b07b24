import { beforeEach, expect, test, vi } from "vitest";
import { commandsIn, keysWith, type Leading, usualKeys } from "#app/lib/commands.ts";
import { LED_TO, ledTo } from "#app/lib/led-to.ts";
import { menu } from "#app/lib/menu.ts";
import { shortcutsTexts } from "#texts/shortcuts.ts";

/** No two of them have the same key; those without any have none in common. */
const apart = (keys: typeof usualKeys) => {
  const given = Object.values(keys).filter(Boolean);
  return new Set(given).size === given.length;
};

test("no two commands that work at the same time share a usual key, and each has a text", () => {
  expect(apart(usualKeys)).toBe(true);
  expect(Object.keys(usualKeys)).toEqual(Object.values(commandsIn).flatMap((those) => Object.keys(those)));
  expect(Object.keys(shortcutsTexts.commands).toSorted()).toEqual(Object.keys(usualKeys).toSorted());
});

test("a key leads to every section of the menu, each to a screen of its own", () => {
  const led = new Set<string>(Object.values(LED_TO));
  const without = menu.flatMap(({ sections }) =>
    sections.filter(({ entries }) => !entries.some(({ to }) => led.has(to))).map(({ id }) => id),
  );
  expect(without).toEqual([]);
  expect(led.size).toBe(Object.keys(LED_TO).length);
  expect([...led]).not.toContain("");
  for (const id of Object.keys(LED_TO)) expect(usualKeys[id as Leading], id).toMatch(/^g \S$/);
});

test("who may not open a section's first screen is led to the first that is theirs, or nowhere", () => {
  const may = (...paths: string[]) => ledTo("goJourneys", (path) => paths.includes(path));
  expect(may("/journey/workspace", "/journey/reports")).toBe("/journey/workspace");
  expect(may("/journey/reports", "/journey/monitor")).toBe("/journey/reports");
  expect(may()).toBeUndefined();
});

test("chosen keys count, also one that was another's, and none at all", () => {
  const keys = keysWith({ closeChat: "z", reply: "e", note: "", search: "g s", assign: "щ" });
  expect(keys).toMatchObject({ closeChat: "z", reply: "e", note: "", search: "g s", assign: "щ" });
  expect(apart(keys)).toBe(true);
  expect(keysWith({ reply: "n", note: "r" })).toMatchObject({ reply: "n", note: "r" });
});

test("a usual key that is chosen for something else is nobody's besides", () => {
  expect(keysWith({ reply: "l" })).toMatchObject({ reply: "l", label: "" });
});

test("of two that are chosen alike the first counts, and the other keeps its own", () => {
  expect(keysWith({ pickUp: "z", reply: "z" })).toMatchObject({ pickUp: "z", reply: "r" });
});

test.each([
  null,
  "x",
  7,
  ["x"],
  { reply: 7 },
  { reply: "ab" },
  { reply: "g" },
  { reply: " " },
  { reply: "E" },
  { reply: "h d" },
  { nothing: "x" },
])("what is no key is ignored: %j", (stored) => {
  expect(keysWith(stored)).toEqual(usualKeys);
});

/** A browser that stands for itself: its storage outlasts the page. */
const kept = new Map<string, string>();
const opened = async (uId: string) => {
  vi.resetModules();
  const own = await import("#app/lib/own-keys.ts");
  own.loadKeysOf(uId);
  return own;
};
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test("each person of a browser has their own keys, which are there the next time", async () => {
  const { changeKey } = await opened("asha");
  changeKey("closeChat", "z");
  changeKey("note", "");
  expect((await opened("kiran")).keysStore.get()).toEqual(usualKeys);
  const again = await opened("asha");
  expect(again.keysStore.get()).toEqual({ ...usualKeys, closeChat: "z", note: "" });
  again.putKeysBack();
  expect((await opened("asha")).keysStore.get()).toEqual(usualKeys);
  expect([...kept.values()], "nothing of who has the usual keys").toEqual(["{}"]);
});

test.each(["{", "null", "7", '"x"', "[]", '{"asha":7}', '{"asha":{"closeChat":{}}}'])(
  "a stored value that is broken is ignored, and written over: %s",
  async (stored) => {
    kept.set("ownKeys", stored);
    const own = await opened("asha");
    expect(own.keysStore.get()).toEqual(usualKeys);
    own.changeKey("closeChat", "z");
    expect((await opened("asha")).keysStore.get()).toMatchObject({ closeChat: "z" });
  },
);

test("where nothing can be stored the keys last until the page is left", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  });
  const { changeKey, keysStore } = await opened("asha");
  changeKey("closeChat", "z");
  expect(keysStore.get().closeChat).toBe("z");
});
