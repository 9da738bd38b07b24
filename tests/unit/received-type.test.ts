import { describe, expect, test } from "vitest";
import {
  amr,
  jpeg,
  m4a,
  mp4,
  office,
  ogg,
  oldOffice,
  pdf,
  png,
  text,
  webm,
  zip,
} from "#tests/support/made-files.ts";
import { whatsappCapabilities } from "#workers/channels/whatsapp/capabilities.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";
import { mostBytesOf } from "#workers/contract/received-media.ts";
import { receivedName, receivedType } from "#workers/domain/messaging/received-type.ts";

const webp = Buffer.concat([
  Buffer.from("RIFF"),
  Buffer.from([36, 0, 0, 0]),
  Buffer.from("WEBPVP8 "),
  Buffer.alloc(28),
]);
const exe = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(100)]);
const typeOf = (
  kind: MediaKind,
  bytes: Uint8Array,
  { name = "", mime = "" } = {},
  can = whatsappCapabilities,
) => receivedType(bytes, { kind, name, mime }, can);

describe("the type of a file that came in", () => {
  test.each<[kind: MediaKind, what: string, bytes: Uint8Array, as: object, type: string | undefined]>([
    ["image", "a JPEG", jpeg(10), {}, "image/jpeg"],
    ["image", "a PNG that is said to be a JPEG", png(10), { mime: "image/jpeg" }, "image/png"],
    ["image", "a sticker", webp, {}, "image/webp"],
    ["image", "a program called .jpg", exe, { name: "a.jpg", mime: "image/jpeg" }, undefined],
    ["image", "a page", text("<html></html>"), { mime: "image/jpeg" }, undefined],
    ["image", "a film", mp4(), {}, undefined],
    ["image", "a text", text("hello"), {}, undefined],
    ["video", "a film", mp4(), {}, "video/mp4"],
    ["audio", "a voice message", ogg(), {}, "audio/ogg"],
    ["audio", "an old phone's recording", amr(), {}, "audio/amr"],
    ["audio", "a recording in a film's container", mp4(), {}, "audio/mp4"],
    ["audio", "a recording", m4a(), {}, "audio/mp4"],
    ["audio", "what a browser recorded", webm(), {}, "audio/webm"],
    ["video", "what a browser filmed", webm(), {}, "video/webm"],
    ["audio", "a picture", png(10), {}, undefined],
    ["document", "a PDF", pdf(), { name: "a.exe" }, "application/pdf"],
    ["document", "a photo", jpeg(10), {}, "image/jpeg"],
    [
      "document",
      "Word",
      office("docx"),
      {},
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    ["document", "old Excel by its name", oldOffice(), { name: "a.xls" }, "application/vnd.ms-excel"],
    [
      "document",
      "old Word by what is said",
      oldOffice(),
      { mime: "application/msword" },
      "application/msword",
    ],
    ["document", "an installer, which has the same container", oldOffice(), { name: "a.msi" }, undefined],
    ["document", "a text", text("hello, नमस्ते"), {}, "text/plain"],
    ["document", "a page", text("<!doctype html>"), { name: "a.txt" }, undefined],
    ["document", "bytes of no type", Buffer.from([1, 2, 3, 0, 5]), { name: "a.txt" }, undefined],
    ["document", "an archive", zip(), {}, undefined],
    ["document", "a program", exe, { name: "bill.pdf", mime: "application/pdf" }, undefined],
  ])("sent as %s, of %s", async (kind, _, bytes, as, type) => {
    expect(await typeOf(kind, bytes, as)).toBe(type);
  });

  test("is one of the drive's where the channel names none", async () => {
    const can = { ...whatsappCapabilities, media: {} };
    expect(await typeOf("image", png(10), {}, can)).toBe("image/png");
    expect(await typeOf("document", text("a,b"), { name: "a.csv" }, can)).toBe("text/csv");
    expect(await typeOf("image", exe, {}, can)).toBeUndefined();
  });
});

test("a file may be as large as the channel says, else 20 MB", () => {
  expect(mostBytesOf("image", whatsappCapabilities)).toBe(5 * 1024 * 1024);
  expect(mostBytesOf("image", { media: {} })).toBe(20 * 1024 * 1024);
});

test.each([
  ["", "image/jpeg", "image.jpg"],
  ["photo.JPEG", "image/jpeg", "photo.JPEG"],
  ["photo.exe", "image/jpeg", "photo.exe.jpg"],
  ["../../etc/passwd", "application/pdf", "passwd.pdf"],
  ["note", "text/plain", "note.txt"],
  ["sticker.webp", "image/webp", "sticker.webp"],
  ["bill\u202Efdp.exe", "application/pdf", "billfdp.exe.pdf"],
])("the name %j of %s becomes %s", (given, type, name) => {
  expect(receivedName(given, "image", type)).toBe(name);
});
