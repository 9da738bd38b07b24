import { afterAll, describe, expect, test } from "vitest";
import { template } from "#tests/support/vendors/bodies.ts";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { AdapterDeps, ChannelAccount } from "#workers/channels/adapter.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

// TTBS' own parts, beside the contract of all vendors in channels-contract.test.ts.

const vendors = await startVendors();
afterAll(() => vendors.stop());

describe("TTBS", () => {
  const row = rowOf("TTBS");
  const { adapter, to } = row;
  const account = row.channel(vendors.url);
  const sent = async (
    body: MessageBody,
    { channel = account, with: powers = deps() }: { channel?: ChannelAccount; with?: AdapterDeps } = {},
  ) => {
    const before = vendors.calls.length;
    const result = await adapter.send({ id: "own-1", to, body }, channel, powers);
    const [call] = vendors.calls.slice(before);
    const query = call && Object.fromEntries(new URL(call.path, vendors.url).searchParams);
    return { result, method: call?.method, query };
  };
  const without = (name: string): ChannelAccount => ({
    ...account,
    settings: Object.fromEntries(Object.entries(account.settings).filter(([each]) => each !== name)),
  });

  test("is called by an address that holds the words, the account, DLT's ids and where reports go", async () => {
    const { method, query } = await sent({ kind: "text", text: "Rs. 5 & more? ₹ #1\n+" });
    expect(method).toBe("GET");
    expect(query).toEqual({
      recipient: "919812345678",
      msg: "Rs. 5 & more? ₹ #1\n+",
      user: "LUCKYSHRUB",
      pswd: "Tree^01 &=?",
      sender: "LSHRUB",
      PE_ID: "1001234567890123456",
      Template_ID: "1007000000000000001",
      dr: "true",
      drUri: deps().webhookUrl,
      channel: "2.1",
    });
  });

  test("is asked for no report where nobody could take it", async () => {
    const { query } = await sent(
      { kind: "text", text: "Hi" },
      { with: { ...deps(), webhookUrl: undefined } },
    );
    expect([query?.["dr"], query?.["drUri"]]).toEqual(["false", undefined]);
  });

  test("gets a template's words under its own DLT id, else under the channel's", async () => {
    const own = await sent({ ...template, name: "1007999999999999999" });
    expect([own.query?.["Template_ID"], own.query?.["msg"]]).toEqual([
      "1007999999999999999",
      template.rendered,
    ]);
    expect((await sent(template)).query?.["Template_ID"]).toBe("1007000000000000001");
  });

  test("gets nothing that DLT would drop for lack of a template", async () => {
    const channel = without("templateId");
    const { result, method } = await sent({ kind: "text", text: "Hi" }, { channel });
    expect([result.outcome, result.reason, method]).toEqual([
      "failed",
      "An SMS needs the id of a DLT template. Send a template whose name is that id, or enter one in the channel.",
      undefined,
    ]);
    expect((await sent({ ...template, name: "1007999999999999999" }, { channel })).result.outcome).toBe(
      "sent",
    );
  });

  test.each([
    ["of more than 10 parts", "क".repeat(671), /more than 10 SMS/],
    ["that its address has no room for", "क".repeat(300), /too long for the address/],
  ])("is not called with a text %s", async (_, text, reason) => {
    const { result, method } = await sent({ kind: "text", text });
    expect([result.outcome, method]).toEqual(["failed", undefined]);
    expect(result.reason).toMatch(reason);
  });

  test("names a message by all digits of its id, or by its job", async () => {
    expect((await sent({ kind: "text", text: "Hi" })).result.vendorId).toMatch(/^90071992547\d{5}$/);
    vendors.play({ body: "90071992547409931234567" });
    expect((await sent({ kind: "text", text: "Hi" })).result.vendorId).toBe("90071992547409931234567");
    vendors.play({ body: '{"jobId":"j-77","totalCnt":1}' });
    expect((await sent({ kind: "text", text: "Hi" })).result.vendorId).toBe("j-77");
  });

  test("is quoted where it says why, and not where it repeats the password", async () => {
    vendors.play({ status: 400, body: "Invalid  Template_ID.\n" });
    expect((await sent({ kind: "text", text: "Hi" })).result.reason).toBe(
      "TTBS refused the message: Invalid Template_ID.",
    );
    for (const repeated of ["Tree^01 &=?", "Tree%5E01%20%26%3D%3F", "Tree%5E01+%26%3D%3F"]) {
      vendors.play({ status: 400, body: `Wrong call: pswd=${repeated}` });
      expect((await sent({ kind: "text", text: "Hi" })).result.reason).toBe(
        "TTBS refused the message (HTTP 400).",
      );
    }
  });

  test("is tested by a call that lacks whom to write to, so that nothing is sent", async () => {
    const before = vendors.calls.length;
    expect(await adapter.test(account, deps())).toMatchObject({ ok: true });
    const [call] = vendors.calls.slice(before);
    expect(call?.accepted).toBe(false);
    expect(new URL(call?.path ?? "", vendors.url).searchParams.get("recipient")).toBeNull();
    vendors.play({ status: 402, code: 402 });
    expect(await adapter.test(account, deps())).toEqual({
      ok: false,
      text: "The account at TTBS has no balance left. Recharge it there.",
    });
  });

  test.each([
    ["DELIVRD", "delivered"],
    ["Delivered to handset", "delivered"],
    ["MSG_UNDELIV", "failed"],
    ["Delivery failed", "failed"],
    ["ENROUTE", "sent"],
    ["Pending delivery", "sent"],
    ["Submit failed", "failed"],
    ["Accepted by the country's operator", "sent"],
    ["EXPIRED", "failed"],
  ])("means by %s that a message is %s", (DeliveryStatus, status) => {
    expect(adapter.parse({ SubmissionID: "1", DeliveryStatus }, account)).toMatchObject([{ status }]);
  });
});
