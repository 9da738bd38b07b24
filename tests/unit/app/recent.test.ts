import { afterEach, expect, test, vi } from "vitest";
import { recentScreens, rememberScreen } from "#app/routes/console/recent.ts";

afterEach(() => vi.unstubAllGlobals());

test("a storage that takes nothing leaves the console as it is, without what was opened last", () => {
  vi.stubGlobal("document", { title: "Asha Verma – Chatbird" });
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(() => rememberScreen("/dashboard")).not.toThrow();
  expect(recentScreens()).toEqual([]);
});
