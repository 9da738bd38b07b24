import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import type { Harness } from "./harness.ts";
import { chatDrift, saidOn, type TestChannel } from "./messaging.ts";
import { driftOfRuns } from "./runs.ts";

let phones = Date.now();
/** A number that nobody has yet. */
export const newPhone = () => `+9195${String(phones++ % 100_000_000).padStart(8, "0")}`;

/** A step that says a text on whatever channel. */
export const say = (text: string): [string, object] => [
  "sendMessage",
  { variants: [{ channel: -1, content: { kind: "text", text } }] },
];

/** All that a channel has said, in order, once it has. */
export const expectSaid = (harness: Harness, channel: TestChannel, texts: readonly string[]) =>
  eventually(async () => expect(await saidOn(harness, channel)).toEqual(texts));

/** The last that a channel has said, in order, once it has. */
export const expectLastSaid = (harness: Harness, channel: TestChannel, ...texts: string[]) =>
  eventually(async () => expect((await saidOn(harness, channel)).slice(-texts.length)).toEqual(texts));

/** Whatever happened: runs, roll-ups and chats agree with their recount. */
export async function expectNoDrift(harness: Harness, enterpriseId: string): Promise<void> {
  expect(await driftOfRuns(harness, enterpriseId)).toEqual([]);
  expect(await chatDrift(harness, enterpriseId)).toBe(0);
}
