import { afterAll, describe, expect, test } from "vitest";
import { bodies, template } from "#tests/support/vendors/bodies.ts";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { AdapterDeps } from "#workers/channels/adapter.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

// Karix' own parts, beside the contract of all vendors in channels-contract.test.ts.

const vendors = await startVendors();
afterAll(() => vendors.stop());

const plain = { ...template, header: undefined, buttons: [] };
const sender = (name: string) => {
  const row = rowOf(name);
  const channel = row.channel(vendors.url);
  const sent = async (body: MessageBody, powers: AdapterDeps = deps()) => {
    const before = vendors.calls.length;
    const result = await row.adapter.send({ id: "own-1", to: row.to, body }, channel, powers);
    return { result, call: vendors.calls.slice(before)[0]?.body as Record<string, unknown> | undefined };
  };
  return { adapter: row.adapter, channel, sent };
};

describe("Karix by SMS", () => {
  const { adapter, channel, sent } = sender("Karix SMS");

  test("is sent words, who sends them to whom, and where events go", async () => {
    const { result, call } = await sent({ kind: "text", text: "Hi नमस्ते" });
    expect(call).toEqual({
      channel: "sms",
      source: "+918012345678",
      destination: ["+919812345678"],
      content: { text: "Hi नमस्ते" },
      events_url: deps().webhookUrl,
    });
    expect(result.vendorId).toMatch(/^karix-\d+$/);
    expect(vendors.calls.at(-1)?.token).toBe(
      `Basic ${Buffer.from("d1b2c3d4-lucky:played-auth-token").toString("base64")}`,
    );
  });

  test("is told no address for events where there is none", async () => {
    const { call } = await sent({ kind: "text", text: "Hi" }, { ...deps(), webhookUrl: undefined });
    expect(call).not.toHaveProperty("events_url");
  });

  test("gets a template as its words, and no text of more than 10 parts", async () => {
    expect((await sent(template)).call?.["content"]).toEqual({ text: template.rendered });
    const { result, call } = await sent({ kind: "text", text: "क".repeat(671) });
    expect([result.outcome, call]).toEqual(["failed", undefined]);
    expect(result.reason).toMatch(/more than 10 SMS/);
  });

  test("is quoted with the field that it refuses", async () => {
    vendors.play({ status: 400, body: '{"meta":{},"error":{"message":"Invalid number.","param":"source"}}' });
    expect((await sent({ kind: "text", text: "Hi" })).result).toEqual({
      outcome: "failed",
      code: "HTTP 400",
      reason: "Karix refused the message: Invalid number: source.",
    });
  });

  test("whose account is suspended is told by its test", async () => {
    vendors.play({ body: '{"data":{"uid":"d1b2c3d4-lucky","name":"Lucky Shrub","status":"suspended"}}' });
    expect(await adapter.test(channel, deps())).toEqual({
      ok: false,
      text: "Karix says that the account Lucky Shrub is suspended.",
    });
  });
});

describe("Karix by WhatsApp", () => {
  const { sent } = sender("Karix WhatsApp");

  test("is sent from a number that has its country", async () => {
    const { call } = await sent({ kind: "text", text: "Hi" });
    expect([call?.["channel"], call?.["source"]]).toEqual(["whatsapp", "+918012345679"]);
  });

  test("gets a file by its address with the caption, and a place with a label", async () => {
    expect((await sent(bodies.image[0])).call?.["content"]).toEqual({
      media: { url: "https://files.example/file-1", caption: "Your card" },
    });
    expect((await sent(bodies.location[0])).call?.["content"]).toEqual({
      location: { latitude: "12.9716", longitude: "77.5946", label: "Branch", address: "MG Road" },
    });
    expect((await sent(bodies.location[1] ?? bodies.location[0])).call?.["content"]).toEqual({
      location: { latitude: "0", longitude: "0", label: "0, 0" },
    });
  });

  test("gets a template as its words, and none that is more than words", async () => {
    expect((await sent(plain)).call?.["content"]).toEqual({ text: template.rendered });
    for (const more of [
      { header: template.header },
      { buttons: template.buttons },
      { cards: [{ body: [] }] },
      { offerEndsAt: 1 },
    ]) {
      const { result, call } = await sent({ ...plain, ...more });
      expect([result.outcome, result.reason, call], JSON.stringify(more)).toEqual([
        "failed",
        "This vendor sends a template as its words alone. Choose one without a file, buttons, cards and an offer's end.",
        undefined,
      ]);
    }
  });

  test.each<[string, MessageBody]>([
    ["a file without an address", { kind: "image", medium: { vendorId: "m-1" } }],
    ["a recording with words", { kind: "audio", medium: { url: "https://f.example/a.ogg" }, caption: "Hi" }],
  ])("is not sent %s", async (_, body) => {
    const { result, call } = await sent(body);
    expect([result.outcome, call]).toEqual(["failed", undefined]);
  });
});
