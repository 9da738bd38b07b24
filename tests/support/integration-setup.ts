import { afterEach, expect } from "vitest";
import { forgetOutbound, unexpected } from "./outbound.ts";

afterEach(() => {
  const stray = [...unexpected];
  forgetOutbound();
  expect(stray, "outbound requests that no test answered").toEqual([]);
});
