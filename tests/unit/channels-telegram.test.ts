import { afterAll, describe, expect, test } from "vitest";
import { bodies, template } from "#tests/support/vendors/bodies.ts";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

// Telegram's own parts, beside the contract of all vendors in channels-contract.test.ts.

const vendors = await startVendors();
afterAll(() => vendors.stop());

describe("Telegram", () => {
  const row = rowOf("Telegram Bot");
  const { adapter, to } = row;
  const channel = row.channel(vendors.url);
  const called = async (body: MessageBody, quoted?: string) => {
    const result = await adapter.send({ id: "own-1", to, body, quoted }, channel, deps());
    const call = vendors.calls.at(-1);
    return { result, method: call?.path.split("/").at(-1), fields: call?.body as Record<string, unknown> };
  };

  test("is sent plain text, and its message is named by chat and number", async () => {
    const { result, method, fields } = await called({ kind: "text", text: "2 * 3 < 7" }, "1111222233:41");
    expect(method).toBe("sendMessage");
    expect(fields).toEqual({
      chat_id: "1111222233",
      text: "2 * 3 < 7",
      reply_parameters: { message_id: 41, allow_sending_without_reply: true },
    });
    expect(result.vendorId).toMatch(/^1111222233:\d+$/);
  });

  test("is not told to answer a message of another chat", async () => {
    expect((await called(bodies.text[0], "999:41")).fields).not.toHaveProperty("reply_parameters");
    expect((await called({ kind: "edit", of: "999:41", text: "x" })).result).toMatchObject({
      outcome: "failed",
    });
  });

  test("gets buttons and rows as a keyboard, and a number to call as a line", async () => {
    const call = { kind: "call" as const, number: "+918012345678", label: "Call us" };
    const { fields } = await called({
      kind: "buttons",
      text: "?",
      buttons: [{ kind: "reply", token: "t_a", label: "A" }, call],
    });
    expect(fields).toMatchObject({
      text: "?\nCall us: +918012345678",
      reply_markup: { inline_keyboard: [[{ text: "A", callback_data: "t_a" }]] },
    });
    const list = (await called(bodies.list[0])).fields;
    expect(list["text"]).toBe("Accounts\n\nWhich account?\n\nSaving\nSavings: 4 % a year\n\nPaying");
    expect(list["reply_markup"]).toEqual({
      inline_keyboard: [
        [{ text: "Savings", callback_data: "t_1" }],
        [{ text: "Current", callback_data: "t_2" }],
      ],
    });
  });

  test("gets a carousel as one picture, its cards as words, and the other pictures as links", async () => {
    const { method, fields } = await called(bodies.carousel[0]);
    expect(method).toBe("sendPhoto");
    expect(fields["caption"]).toBe("Our loans\n\nCar\nFrom 4 % a year\n\nHome\nFrom 4 % a year");
    const [entity] = fields["caption_entities"] as { offset: number; length: number; url: string }[];
    expect(
      String(fields["caption"]).slice(entity?.offset, (entity?.offset ?? 0) + (entity?.length ?? 0)),
    ).toBe("Home");
  });

  test("gets a template as the words that a person reads, under its picture", async () => {
    const { method, fields } = await called(template);
    expect([method, fields["caption"]]).toEqual(["sendPhoto", template.rendered]);
  });

  test.each<[string, MessageBody]>([
    [
      "a token of 65 bytes",
      { kind: "buttons", text: "?", buttons: [{ kind: "reply", token: "क".repeat(22), label: "A" }] },
    ],
    ["two contacts", { kind: "contact", contacts: [1, 2].map(() => ({ name: "A", phones: ["+91"] })) }],
    ["a contact without a number", { kind: "contact", contacts: [{ name: "A", phones: [] }] }],
    ["words under a picture that are too long", { ...template, rendered: "x".repeat(1_025) }],
    [
      "words with a keyboard that grow too long",
      {
        kind: "buttons",
        text: "x".repeat(4_090),
        header: "Longer",
        buttons: [{ kind: "reply", token: "a", label: "A" }],
      },
    ],
  ])("is not sent %s", async (_, body) => {
    const before = vendors.calls.length;
    expect(await adapter.send({ id: "1", to, body }, channel, deps())).toMatchObject({ outcome: "failed" });
    expect(vendors.calls.length).toBe(before);
  });

  test("refuses for somebody who blocked the bot", async () => {
    vendors.blocked.add("1111222233");
    try {
      expect((await called(bodies.text[0])).result).toMatchObject({
        outcome: "failed",
        code: "403",
        ofMessage: true,
      });
    } finally {
      vendors.blocked.clear();
    }
  });

  test("is told the webhook's address and its token by a test, where the channel has one", async () => {
    const settings = { ...channel.settings, webhookUrl: "https://us.example/api/webhooks/telegram/2" };
    expect(await adapter.test({ ...channel, settings }, deps())).toMatchObject({ ok: true });
    expect(vendors.webhook).toMatchObject({ url: settings.webhookUrl, secret_token: channel.webhookToken });
    const plain = { ...settings, webhookUrl: "http://us.example/" };
    expect(await adapter.test({ ...channel, settings: plain }, deps())).toMatchObject({ ok: false });
  });

  test("tells by a test that the token is another bot's", async () => {
    expect(await adapter.test({ ...channel, contactId: "other_bot" }, deps())).toMatchObject({ ok: false });
    expect(await adapter.test({ ...channel, contactId: "4839574812" }, deps())).toMatchObject({ ok: true });
  });

  test("keeps files behind getFile, as it is played", async () => {
    const { token } = channel.secrets;
    const asked = await fetch(`${vendors.url}/bot${token}/getFile`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ file_id: "AgAC-big" }),
    });
    const { result } = (await asked.json()) as { result: { file_path: string } };
    const file = await fetch(`${vendors.url}/file/bot${token}/${result.file_path}`);
    expect(await file.text()).toBe("the bytes of AgAC-big");
  });
});
