import { afterAll, describe, expect, test } from "vitest";
import { template } from "#tests/support/vendors/bodies.ts";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { ChannelAccount } from "#workers/channels/adapter.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

const vendors = await startVendors();
afterAll(() => vendors.stop());
const row = rowOf("Karix RCM WhatsApp");
const { adapter, to } = row;
const channelOf = (type: string) => rowOf(`Karix RCM ${type}`).channel(vendors.url);
const whatsapp = channelOf("WhatsApp");

const sent = (body: MessageBody, channel: ChannelAccount = whatsapp) =>
  adapter.send({ id: "own-1", to, body }, channel, deps());
const lastCall = () => vendors.calls.at(-1);
const hi: MessageBody = { kind: "text", text: "Hi" };

describe("a message in WhatsApp", () => {
  test("carries our id, the key in a header of its own, and where its statuses go", async () => {
    expect(await sent(hi)).toMatchObject({ outcome: "sent" });
    expect(lastCall()).toMatchObject({
      token: `Bearer ${whatsapp.secrets["accKey"]}`,
      body: {
        message: {
          channel: "WABA",
          recipient: { to: "919812345678", reference: { cust_ref: "own-1" } },
          preferences: { webHookDNId: "1001" },
        },
      },
    });
  });

  test.each([
    [{ environment: "0" }, "sandbox"],
    [{ environment: "0", webhookId: "hook-7" }, "hook-7"],
  ])("with %j has its statuses sent to %s", async (more, webHookDNId) => {
    await sent(hi, { ...whatsapp, settings: { ...whatsapp.settings, ...more } });
    expect(lastCall()?.body).toMatchObject({ message: { preferences: { webHookDNId } } });
  });

  test("of a template counts its variables from 0", async () => {
    await sent({ ...template, header: undefined, buttons: [] });
    expect(lastCall()?.body).toMatchObject({
      message: {
        content: {
          type: "TEMPLATE",
          template: { templateId: template.name, parameterValues: { 0: "Asha", 1: "15 Aug" } },
        },
      },
    });
  });

  test("of a template with a file and buttons names each by its place", async () => {
    await sent({ ...template, buttons: template.buttons.filter(({ kind }) => kind !== "code") });
    expect(lastCall()?.body).toMatchObject({
      message: {
        content: {
          type: "MEDIA_TEMPLATE",
          mediaTemplate: {
            media: { type: "image", url: "https://files.example/file-1", fileName: "a.jpg" },
            bodyParameterValues: { 0: "Asha", 1: "15 Aug" },
            buttons: {
              quickReplies: [{ index: "0", payload: "t_stop" }],
              actions: [{ type: "url", index: "1", payload: "orders/1" }],
            },
          },
        },
      },
    });
  });

  test("goes out from a number of ten digits as one of India", async () => {
    const short = { ...whatsapp, contactId: whatsapp.contactId.slice(2) };
    expect(await sent(hi, short)).toMatchObject({ outcome: "sent" });
  });
});

test("a message in RCS has Google's content within", async () => {
  await sent(hi, channelOf("RCS"));
  expect(lastCall()?.body).toMatchObject({
    message: {
      channel: "RCS",
      content: { type: "RCS", rcs: { contentMessage: { text: "Hi" } } },
    },
  });
});

describe("an SMS", () => {
  const sms = channelOf("SMS");
  const without = (name: string) => ({ ...sms, settings: { ...sms.settings, [name]: "" } });

  test("carries DLT's ids, a template its own", async () => {
    expect(await sent({ ...template, name: "1107000000000000009" }, sms)).toMatchObject({ outcome: "sent" });
    expect(lastCall()?.body).toMatchObject({
      messages: [{ dlt_entity_id: "1101000000000000001", dlt_template_id: "1107000000000000009" }],
    });
  });

  test.each([["entityId"], ["templateId"]])("without %s says so, uncalled", async (name) => {
    const before = vendors.calls.length;
    const { outcome, reason } = await sent(hi, without(name));
    expect([outcome, reason]).toEqual(["failed", expect.stringContaining("DLT")]);
    expect(vendors.calls).toHaveLength(before);
  });
});
