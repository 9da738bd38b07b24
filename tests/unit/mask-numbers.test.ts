import { expect, test } from "vitest";
import {
  bodyWithoutNumbers,
  textsWithoutNumbers,
  withoutNumbers,
} from "#workers/domain/messaging/mask-numbers.ts";

test("cards show their last four digits, however they are written", () => {
  // The networks' own test numbers.
  for (const [said, shown] of [
    ["4111 1111 1111 1111", "•••• •••• •••• 1111"],
    ["my card is 5500-0000-0000-0004.", "my card is ••••-••••-••••-0004."],
    ["378282246310005", "•••••••••••0005"],
    ["(6011111111111117)", "(••••••••••••1117)"],
    ["४१११ ११११ ११११ ११११", "•••• •••• •••• ११११"],
    ["4222222222222 and 30569309025904", "•••••••••2222 and ••••••••••5904"],
  ] as const)
    expect(withoutNumbers(said)).toBe(shown);
});

test("identity numbers are hidden by their own check digits and forms", () => {
  // UIDAI's published example, and PAN and SSN as their offices print them.
  expect(withoutNumbers("2341 2341 2346")).toBe("•••• •••• 2346");
  expect(withoutNumbers("aadhaar 234123412346")).toBe("aadhaar ••••••••2346");
  expect(withoutNumbers("PAN ABCPE1234F please")).toBe("PAN ••••••234F please");
  expect(withoutNumbers("SSN 219-09-9999")).toBe("SSN •••-••-9999");
});

test("what only looks alike stays: phones, orders, amounts, times, and numbers whose check digit is wrong", () => {
  for (const said of [
    "+919876543210",
    "919876543210",
    "call 98765 43210 or 022-2345-6789",
    "order 4111111111111112",
    "2341 2341 2347",
    "Rs 1,23,45,678.90",
    "2026-11-24 10:15:30",
    "abcpe1234f",
    "000-12-3456 and 219-00-1234",
    "x4111111111111111",
    "0000 0000 0000 0000",
  ])
    expect(withoutNumbers(said)).toBe(said);
});

test("captions, pressed rows and forms are hidden as well", () => {
  const card = "4111111111111111";
  const hidden = "••••••••••••1111";
  expect(bodyWithoutNumbers({ kind: "image", medium: {}, caption: card })).toMatchObject({ caption: hidden });
  expect(
    bodyWithoutNumbers({ kind: "formAnswer", token: "t", label: card, values: { card, count: 3 } }),
  ).toEqual({ kind: "formAnswer", token: "t", label: hidden, values: { card: hidden, count: 3 } });
  expect(bodyWithoutNumbers({ kind: "location", latitude: 1, longitude: 2 })).toEqual({
    kind: "location",
    latitude: 1,
    longitude: 2,
  });
});

test("names of files, contacts and places are hidden, and so is what was spoken in pieces", () => {
  const card = "4111 1111 1111 1111";
  const hidden = "•••• •••• •••• 1111";
  expect(bodyWithoutNumbers({ kind: "document", medium: { fileId: "f", name: `${card}.pdf` } })).toEqual({
    kind: "document",
    medium: { fileId: "f", name: `${hidden}.pdf` },
  });
  expect(
    bodyWithoutNumbers({ kind: "contact", contacts: [{ name: card, phones: ["+919876543210"] }] }),
  ).toEqual({ kind: "contact", contacts: [{ name: hidden, phones: ["+919876543210"] }] });
  expect(
    bodyWithoutNumbers({ kind: "location", latitude: 1, longitude: 2, name: card, address: card }),
  ).toMatchObject({ name: hidden, address: hidden });
  expect(bodyWithoutNumbers({ kind: "echo", body: { kind: "text", text: card } })).toEqual({
    kind: "echo",
    body: { kind: "text", text: hidden },
  });
  expect(textsWithoutNumbers(["My card is 4111 1111", "1111 1111, you hear?", "Thanks"])).toEqual([
    "My card is •••• ••••",
    "•••• 1111, you hear?",
    "Thanks",
  ]);
  // A card and then its expiry, or a number before it, would be one number that is none.
  expect(textsWithoutNumbers(["My card is 4111 1111 1111 1111", "12 27 is the expiry"])[0]).toBe(
    "My card is •••• •••• •••• 1111",
  );
  expect(textsWithoutNumbers(["in room 12", "4111 1111 1111 1111 please"])[1]).toBe(
    "•••• •••• •••• 1111 please",
  );
});

test("a form's answers are hidden at any depth, in lists too, whether they are texts or numbers", () => {
  const values = {
    card: "4111 1111 1111 1111",
    as: { number: 4111111111111111, more: [{ pan: "ABCPE1234F" }, "2341 2341 2346", 12, true, null] },
  };
  expect(bodyWithoutNumbers({ kind: "formAnswer", label: "Done", token: "t", values })).toMatchObject({
    values: {
      card: "•••• •••• •••• 1111",
      as: { number: "••••••••••••1111", more: [{ pan: "••••••234F" }, "•••• •••• 2346", 12, true, null] },
    },
  });
});
