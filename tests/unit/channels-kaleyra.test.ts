import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { template } from "#tests/support/vendors/bodies.ts";
import { bytes } from "#tests/support/vendors/deliveries.ts";
import { deps, named } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

/** Kaleyra's own parts: where an account lives, what stands around Meta's message, its errors and its callbacks. */
const vendors = await startVendors();
afterAll(() => vendors.stop());
beforeEach(() => void (vendors.calls.length = 0));

const row = rowOf("Kaleyra");
const adapter = named(vendorCodes.kaleyra);
const channel = row.channel(vendors.url);
const hi: MessageBody = { kind: "text", text: "Hi" };
const send = (body: MessageBody, more: { quoted?: string; to?: typeof row.to } = {}) =>
  adapter.send({ id: "own-1", to: row.to, body, ...more }, channel, deps());

test("Meta's whole message goes along with our own id beside it", async () => {
  expect(await send(template, { quoted: "wamid.X" })).toEqual({
    outcome: "sent",
    vendorId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  });
  const [call] = vendors.calls;
  expect(call?.token).toBe(channel.secrets["apiKey"]);
  expect(call?.body).toMatchObject({
    messaging_object: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "919812345678",
      type: "template",
      template: { name: "order_confirmation", language: { code: "en" } },
      context: { message_id: "wamid.X" },
    },
    extra_info: { ref: "own-1" },
  });
});

test.each([
  ["HXAP1600000097IN", "https://api.in.kaleyra.io/v2/HXAP1600000097IN/whatsapp/%2B919321820002/messages"],
  ["HXAP1600000097SG", "https://api.kaleyra.io/v2/HXAP1600000097SG/whatsapp/%2B919321820002/messages"],
])("an account %s is called in its region", async (sid, address) => {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return Response.json({ id: "1" });
  };
  await adapter.send(
    { id: "m", to: row.to, body: hi },
    { ...channel, settings: { sid } },
    { ...deps(), fetch },
  );
  expect(asked).toEqual([address]);
});

describe("an answer", () => {
  test.each([
    ["of a list", { data: [{ message_id: "a1:0" }], error: {} }, "a1"],
    ["of one", { data: { message_id: "a2" } }, "a2"],
    ["of Meta's", { messages: [{ id: "wamid.A3" }] }, "wamid.A3"],
    ["with nothing but an id", { id: "a4", data: [], error: {} }, "a4"],
  ])("%s names the message", async (_, body, vendorId) => {
    vendors.play({ status: 202, body: JSON.stringify(body) });
    expect(await send(hi)).toEqual({ outcome: "sent", vendorId });
  });

  test("that has an error beside an id did not take the message, and says why", async () => {
    vendors.play({ body: JSON.stringify({ code: "E913", id: "a5", error: { error: "No plan is active" } }) });
    expect(await send(hi)).toEqual({
      outcome: "failed",
      code: "E913",
      reason: "Kaleyra refused the message: No plan is active.",
      ofMessage: true,
    });
  });

  test("that repeats the key is told without it", async () => {
    const key = channel.secrets["apiKey"] ?? "";
    vendors.play({ status: 400, body: JSON.stringify({ error: { error: `${key} has no plan` } }) });
    expect((await send(hi)).reason).toBe("Kaleyra refused the message (HTTP 400).");
  });

  test("with Meta's own rate code is tried again", async () => {
    vendors.play({ status: 400, body: JSON.stringify({ error: { message: "Rate", code: 130429 } }) });
    expect(await send(hi)).toMatchObject({ outcome: "later", code: "130429" });
  });
});

describe("a message without an id", () => {
  const came = { type: "text", body: "Hi", from: "919812345678", created_at: "1670051363" };
  const idOf = async (item: Record<string, unknown>) => {
    const [raw] = await adapter.split(bytes(item));
    const [event] = adapter.parse(raw?.raw, channel);
    return event?.type === "message" ? event.vendorId : "";
  };

  test("has the same id when it is repeated, and another than the next one", async () => {
    expect(await idOf({ ...came })).toBe(await idOf(Object.fromEntries(Object.entries(came).toReversed())));
    expect(await idOf({ ...came, created_at: "1670051364" })).not.toBe(await idOf(came));
  });

  test("is answered without a quote, and cannot be reacted to", async () => {
    const quoted = await idOf(came);
    expect(await send(hi, { quoted })).toMatchObject({ outcome: "sent" });
    expect(JSON.stringify(vendors.calls[0]?.body)).not.toContain("context");
    const { outcome, reason } = await send({ kind: "reaction", to: quoted, emoji: "👍" });
    expect([outcome, reason, vendors.calls.length]).toEqual([
      "failed",
      expect.stringMatching(/not known/),
      1,
    ]);
  });
});

test("a status with a number behind its id is of the message that the call named", async () => {
  const at = { status: "delivered", timestamp: "1700000002", ref: "own-1" };
  const events = await adapter.split(bytes({ id: "a1:0", ...at }));
  expect(events.flatMap(({ raw }) => adapter.parse(raw, channel))).toEqual([
    { type: "status", vendorId: "a1", ownId: "own-1", status: "delivered", at: 1_700_000_002_000 },
  ]);
});

test("somebody of whom only a user id is known is told apart from nobody", async () => {
  const to = [{ kind: "user" as const, scope: "1", value: "US.1" }];
  expect((await send(hi, { to })).reason).toMatch(/needs a phone number/);
});
