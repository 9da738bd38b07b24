import { expect, test } from "vitest";
import { fileReason, refusedBy } from "#app/routes/chats/composer/file-reason.ts";
import { roomFor } from "#app/routes/chats/composer/room.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { LONGEST_NOTE } from "#workers/contract/chat-action.ts";

const whatsApp = { channelType: channelTypes.whatsApp, carries: { text: 4_096, caption: 1_024 } };
const sms = { channelType: channelTypes.sms, carries: { text: 1_530, caption: 0 } };
const reply = { mode: "reply", hasFile: false } as const;
const a = (count: number) => "a".repeat(count);

test("words are counted by the channel's limit, below a file by the caption's, in a note by the note's", () => {
  expect(roomFor(a(3_000), whatsApp, reply)).toEqual({ told: "", reason: undefined });
  expect(roomFor(a(4_096), whatsApp, reply)).toEqual({ told: "0 characters left", reason: undefined });
  expect(roomFor(a(4_097), whatsApp, reply).reason).toContain("at most 4096 characters");
  expect(roomFor(a(1_025), whatsApp, { ...reply, hasFile: true }).reason).toContain("at most 1024");
  expect(roomFor(a(1), sms, { ...reply, hasFile: true }).reason).toContain("carries no caption");
  const note = { mode: "note", hasFile: false } as const;
  expect(roomFor(a(LONGEST_NOTE + 1), sms, note).reason).toContain(`${LONGEST_NOTE}`);
});

test("an SMS is counted in parts, fewer letters of which fit where one of them is no English one", () => {
  expect(roomFor(a(161), sms, reply).told).toBe("2 SMS, 145 left in the last (GSM-7)");
  expect(roomFor(`${a(70)}ह`, sms, reply).told).toBe("2 SMS, 63 left in the last (UCS-2)");
  expect(roomFor("", sms, reply).told).toBe("");
});

test("a file that the channel does not take is refused with the reason before it is uploaded", () => {
  const file = (name: string, type: string, bytes = 9) => new File([new Uint8Array(bytes)], name, { type });
  expect(fileReason(file("a.png", "image/png"), channelTypes.whatsApp)).toBe("");
  // Browsers know no type of some.
  expect(fileReason(file("a.M4A", ""), channelTypes.whatsApp)).toBe("");
  expect(fileReason(file("a.exe", "application/x-msdownload"), channelTypes.whatsApp)).toContain(
    "not accept",
  );
  expect(fileReason(file("a.pdf", "application/pdf"), channelTypes.instagram)).toContain("not accept");
  expect(fileReason(file("a.png", "image/png", 3 * 1024 * 1024), channelTypes.rcs)).toContain("2 MB");
  expect(fileReason(file("a.png", "image/png", 0), channelTypes.whatsApp)).toContain("empty");
  expect(refusedBy(channelTypes.whatsApp)).toBeUndefined();
  expect(refusedBy(channelTypes.sms)).toBe("This channel does not accept files.");
});
