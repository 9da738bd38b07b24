import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import type { Harness } from "./harness.ts";
import { deliver, rowsOf, saying, type TestChannel } from "./messaging.ts";

/** Of one length and never given twice in a run of a file. */
let phone = 919_800_000_000 + Math.floor(Math.random() * 90_000) * 1_000;

/** Somebody new writes on a channel, and their chat is there: it waits for a person, or for the channel's bot. */
export async function makeWaiting(
  harness: Harness,
  channel: TestChannel,
  text = "I need help",
): Promise<{ chatId: string; phone: string }> {
  const from = `+${phone++}`;
  await deliver(harness, channel, [saying(from, text)]);
  const chatId = await eventually(async () => {
    const [row] = await rowsOf<{ id: string }>(
      harness,
      "SELECT c.id FROM chats c JOIN addresses a ON a.identity_id = c.identity_id WHERE c.channel_id = ? AND a.address = ?",
      channel.id,
      from,
    );
    expect(row).toBeDefined();
    return row?.id ?? "";
  });
  return { chatId, phone: from };
}
