import { afterAll, describe, expect, test } from "vitest";
import { template } from "#tests/support/vendors/bodies.ts";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { AdapterDeps, ChannelAccount } from "#workers/channels/adapter.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

// NGN's own parts (as assumed), beside the contract of all vendors in channels-contract.test.ts.

const vendors = await startVendors();
afterAll(() => vendors.stop());

describe("NGN", () => {
  const row = rowOf("NGN");
  const { adapter, to } = row;
  const account = row.channel(vendors.url);
  const sent = async (body: MessageBody, channel: ChannelAccount = account, powers: AdapterDeps = deps()) => {
    const before = vendors.calls.length;
    const result = await adapter.send({ id: "own-1", to, body }, channel, powers);
    return { result, call: vendors.calls.slice(before)[0]?.body as Record<string, unknown> | undefined };
  };
  const without = (name: string): ChannelAccount => ({
    ...account,
    settings: Object.fromEntries(Object.entries(account.settings).filter(([each]) => each !== name)),
  });
  const hi: MessageBody = { kind: "text", text: "Hi नमस्ते" };

  test("is sent words, DLT's ids, our own id and where reports go, with the key in a header", async () => {
    expect((await sent(hi)).call).toEqual({
      sender: "LUCKYN",
      to: ["919812345678"],
      text: "Hi नमस्ते",
      entityId: "1001234567890123456",
      templateId: "1007000000000000001",
      ref: "own-1",
      dlrUrl: deps().webhookUrl,
    });
    expect(vendors.calls.at(-1)?.token).toBe("Bearer played-ngn-key");
    expect((await sent(hi, account, { ...deps(), webhookUrl: undefined })).call).not.toHaveProperty("dlrUrl");
  });

  test("gets a template under its own DLT id", async () => {
    const { call } = await sent({ ...template, name: "1007999999999999999" });
    expect([call?.["templateId"], call?.["text"]]).toEqual(["1007999999999999999", template.rendered]);
  });

  test.each([
    ["entityId", /needs the DLT entity id/],
    ["templateId", /needs the id of a DLT template/],
    ["baseUrl", /address of NGN's server isn't known/],
  ])("is not called without the setting %s", async (name, reason) => {
    const { result, call } = await sent(hi, without(name));
    expect([result.outcome, call]).toEqual(["failed", undefined]);
    expect(result.reason).toMatch(reason);
  });

  test("without an address of its server fails its test in words", async () => {
    expect(await adapter.test(without("baseUrl"), deps())).toMatchObject({ ok: false });
  });

  test("is quoted where it says why", async () => {
    vendors.play({ body: '{"status":"error","code":"E003","message":"Sender is not registered."}' });
    expect((await sent(hi)).result).toEqual({
      outcome: "failed",
      code: "E003",
      reason: "NGN refused the message: Sender is not registered.",
    });
  });
});
