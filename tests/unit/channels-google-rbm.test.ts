import { createHmac, generateKeyPairSync } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { template } from "#tests/support/vendors/bodies.ts";
import { bytes, callOf, post, written } from "#tests/support/vendors/deliveries.ts";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { ChannelAccount } from "#workers/channels/adapter.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

const vendors = await startVendors();
afterAll(() => vendors.stop());
const row = rowOf("Google RBM");
const { adapter, to } = row;
const channel = row.channel(vendors.url);
const id = "0199c0de-0000-7000-8000-000000000001";
const hi: MessageBody = { kind: "text", text: "Hi" };
const clientToken = channel.secrets["clientToken"] ?? "";

const sent = (body: MessageBody, at: ChannelAccount = channel) => adapter.send({ id, to, body }, at, deps());
const withKey = (serviceAccount: string): ChannelAccount => ({
  ...channel,
  secrets: { ...channel.secrets, serviceAccount },
});

describe("a message", () => {
  test("goes under our own id, which Google takes once", async () => {
    expect(await sent(hi)).toEqual({ outcome: "sent", vendorId: id });
    const path = `/google-rbm/v1/phones/%2B919812345678/agentMessages?messageId=${id}&agentId=lucky_shrub_agent`;
    expect(vendors.calls.at(-1)).toMatchObject({ path, body: { contentMessage: { text: "Hi" } } });
    expect(adapter.capabilities(channel.type).idempotent).toBe(true);
  });

  test("that is there already was taken before", async () => {
    vendors.play({ status: 409, body: '{"error":{"code":409,"status":"ALREADY_EXISTS"}}' });
    expect(await sent(hi)).toEqual({ outcome: "sent", vendorId: id });
    vendors.play({ status: 409, body: '{"error":{"code":409,"status":"ABORTED"}}' });
    expect(await sent(hi)).toMatchObject({ outcome: "failed", code: "ABORTED" });
  });

  test("of a template is its words", async () => {
    await sent({ ...template, header: undefined, body: [], buttons: [] });
    expect(vendors.calls.at(-1)?.body).toEqual({ contentMessage: { text: template.rendered } });
  });

  test("of a template with more than words says why it stays", async () => {
    expect(await sent(template)).toMatchObject({
      outcome: "failed",
      reason: expect.stringContaining("words alone"),
    });
  });
});

describe("a service account", () => {
  const account = JSON.parse(channel.secrets["serviceAccount"] ?? "") as Record<string, unknown>;

  test.each([
    ["that is no JSON", "{"],
    ["without a key", JSON.stringify({ ...account, private_key: undefined })],
    ["without an address", JSON.stringify({ ...account, client_email: undefined })],
    ["whose key is cut", JSON.stringify({ ...account, private_key: "-----BEGIN PRIVATE KEY-----\nMIIE" })],
  ])("%s is refused uncalled, by a send and by a test", async (_, file) => {
    const before = vendors.calls.length;
    expect(await sent(hi, withKey(file))).toMatchObject({ outcome: "failed", code: "key" });
    expect(await adapter.test(withKey(file), deps())).toMatchObject({ ok: false });
    expect(vendors.calls).toHaveLength(before);
  });

  test("with another account's key is refused by Google, as credentials", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const key = privateKey.export({ type: "pkcs8", format: "pem" });
    const other = withKey(JSON.stringify({ ...account, private_key: key }));
    expect(await sent(hi, other)).toMatchObject({ outcome: "failed", code: "HTTP 400" });
    const tested = await adapter.test(other, deps());
    expect([tested.ok, tested.text]).toEqual([false, expect.stringContaining("did not accept")]);
  });
});

describe("a call", () => {
  const event = { senderPhoneNumber: "+919812345678", messageId: "in-1", text: "Hi" };

  test("is signed over the event alone, whatever its envelope", async () => {
    const data = Buffer.from(JSON.stringify(event));
    const signature = createHmac("sha512", clientToken).update(data).digest("base64");
    const body = bytes({ message: { data: data.toString("base64"), attributes: { more: "1" } } });
    expect(await adapter.verify(post(body, { "x-goog-signature": signature }), channel)).toBe(true);
    const forged = bytes({ message: { data: Buffer.from("{}").toString("base64") } });
    expect(await adapter.verify(post(forged, { "x-goog-signature": signature }), channel)).toBe(false);
  });

  test("without an envelope is nobody's", async () => {
    const signature = createHmac("sha512", clientToken).update(bytes(event)).digest("base64");
    expect(await adapter.verify(post(bytes(event), { "x-goog-signature": signature }), channel)).toBe(false);
    expect(await adapter.verify(post(bytes("no"), { "x-goog-signature": signature }), channel)).toBe(false);
  });
});

describe("the question when the address is set up", () => {
  const asked = (body: unknown) => adapter.challenge?.(post(bytes(body), {}), channel);

  test("is answered with its word for the right token", () => {
    expect(asked({ clientToken, secret: "0123+/=word" })).toBe("0123+/=word");
  });

  test.each([
    ["another token", { clientToken: "another", secret: "word" }],
    ["no token", { secret: "word" }],
    ["no word", { clientToken }],
    ["a word of several lines", { clientToken, secret: "a\nb" }],
    ["no JSON", "no"],
  ])("with %s is not", (_, body) => {
    expect(asked(body)).toBeUndefined();
  });

  test("is not answered while the channel has no token, and an event is no question", () => {
    const none = { ...channel, secrets: { ...channel.secrets, clientToken: "" } };
    const body = bytes({ clientToken: "", secret: "word" });
    expect(adapter.challenge?.(post(body, {}), none)).toBeUndefined();
    const event = callOf(row, channel, written(row, { text: "Hi" }));
    expect(adapter.challenge?.(event, channel)).toBeUndefined();
  });
});
