import { expect, test } from "vitest";
import { readFrameMessage } from "#app/components/frame/frame-message.ts";

test("of what a frame says only what it may say is heard", () => {
  expect(readFrameMessage({ type: "ready", more: 1 })).toEqual({ type: "ready" });
  expect(readFrameMessage({ type: "session-out" })).toEqual({ type: "session-out" });
  expect(readFrameMessage({ type: "height", height: 700 })).toEqual({ type: "height", height: 700 });
  expect(readFrameMessage({ type: "messages", search: "intent=i1" })).toEqual({
    type: "messages",
    search: "intent=i1",
  });
  for (const nothing of [
    null,
    undefined,
    "session-out",
    [],
    {},
    { type: "height" },
    { type: "height", height: -1 },
    { type: "height", height: "700" },
    { type: "messages", search: { intent: "i1" } },
    { type: "navigate", to: "https://elsewhere.example.com" },
  ]) {
    expect(readFrameMessage(nothing)).toBeUndefined();
  }
});
