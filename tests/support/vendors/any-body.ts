import * as fc from "fast-check";
import type { Button, MessageBody } from "#workers/contract/message-body.ts";

/** Texts about as long as the limits of vendors, which is where they are got wrong. */
const words = (...around: number[]) =>
  fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(...around.flatMap((most) => [most, most + 1])).map((length) => "x".repeat(length)),
    fc.constantFrom("🌱", "नमस्ते", "a\nb", " "),
  );
const label = words(20, 24, 60);
const token = fc.string({ minLength: 1, maxLength: 26, unit: "grapheme-ascii" });
const medium = fc.constantFrom(
  { fileId: "f", mime: "image/jpeg" },
  { fileId: "f", mime: "video/mp4" },
  { fileId: "f", mime: "application/pdf", name: "a.pdf" },
  { fileId: "f", mime: "audio/ogg" },
  { vendorId: "AgAC-1" },
  { url: "https://files.example/a.jpg" },
  {},
);
const button: fc.Arbitrary<Button> = fc.oneof(
  fc.record({ kind: fc.constant("reply" as const), token, label }),
  fc.record({ kind: fc.constant("reply" as const), token, label }),
  fc.record({ kind: fc.constant("url" as const), url: fc.constantFrom("https://x.example", "x", ""), label }),
  fc.record({ kind: fc.constant("call" as const), number: fc.constant("+918012345678"), label }),
);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const row = fc.record({ token, label, description: maybe(words(72)) });
const card = fc.record({
  medium: maybe(medium),
  title: maybe(label),
  text: maybe(words(100, 160)),
  buttons: fc.array(button, { maxLength: 3 }),
});

/** Any message that the contract can say, of the kinds that have most to get wrong. */
export const anyBody: fc.Arbitrary<MessageBody> = fc.oneof(
  fc.record({ kind: fc.constant("text" as const), text: words(4096) }),
  fc.record({
    kind: fc.constantFrom("image" as const, "video" as const, "audio" as const, "document" as const),
    medium,
    caption: maybe(words(1024)),
    voice: maybe(fc.boolean()),
    sticker: maybe(fc.boolean()),
  }),
  fc.record({
    kind: fc.constant("location" as const),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    name: maybe(label),
    address: maybe(label),
  }),
  fc.record({
    kind: fc.constant("contact" as const),
    contacts: fc.array(
      fc.record({ name: label, phones: fc.array(fc.constant("+918012345678"), { maxLength: 2 }) }),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    kind: fc.constant("buttons" as const),
    text: words(1024, 4096),
    header: maybe(label),
    footer: maybe(label),
    medium: maybe(medium),
    buttons: fc.array(button, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant("list" as const),
    text: words(1024, 4096),
    header: maybe(label),
    footer: maybe(label),
    open: label,
    sections: fc.array(
      fc.record({ title: maybe(label), rows: fc.array(row, { minLength: 1, maxLength: 6 }) }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    kind: fc.constant("carousel" as const),
    text: maybe(words(1024)),
    cards: fc.array(card, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant("reaction" as const),
    to: fc.constantFrom("1111222233:41", "wamid.X", ""),
    emoji: fc.constantFrom("", "👍"),
  }),
);
