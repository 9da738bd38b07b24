import { afterAll, describe, expect, test } from "vitest";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { Button, MessageBody } from "#workers/contract/message-body.ts";

const vendors = await startVendors();
afterAll(() => vendors.stop());
const image = { fileId: "f", mime: "image/png" };
const reply = (label: string): Button => ({ kind: "reply", token: `t_${label}`, label });
const link: Button = { kind: "url", url: "https://shop.example/", label: "Look" };
const call: Button = { kind: "call", number: "+91 98765 43210", label: "Call" };

async function sent(name: "Messenger" | "Instagram", body: MessageBody) {
  const row = rowOf(name);
  const channel = row.channel(vendors.url);
  const before = vendors.calls.length;
  const result = await row.adapter.send({ id: "m", to: row.to, body }, channel, deps());
  const [made] = vendors.calls.slice(before);
  return { ...result, message: (made?.body as { message?: unknown } | undefined)?.message };
}

describe.each(["Messenger", "Instagram"] as const)("%s", (name) => {
  test("shows replies below the words, and buttons of other kinds as a template of three at most", async () => {
    const replies = await sent(name, {
      kind: "buttons",
      text: "Sure?",
      buttons: [reply("Yes"), reply("No")],
    });
    expect(replies.message).toEqual({
      text: "Sure?",
      quick_replies: [
        { content_type: "text", title: "Yes", payload: "t_Yes" },
        { content_type: "text", title: "No", payload: "t_No" },
      ],
    });
    const mixed = await sent(name, { kind: "buttons", text: "Sure?", buttons: [reply("Yes"), link, call] });
    expect(mixed.message).toMatchObject({
      attachment: {
        payload: {
          template_type: "button",
          buttons: [
            { type: "postback" },
            { type: "web_url" },
            { type: "phone_number", payload: "+919876543210" },
          ],
        },
      },
    });
    const many = [reply("Yes"), reply("No"), reply("Later"), link];
    expect((await sent(name, { kind: "buttons", text: "Sure?", buttons: many })).reason).toContain("3");
    const nobody: Button = { kind: "call", number: "us", label: "Call" };
    expect((await sent(name, { kind: "buttons", text: "Sure?", buttons: [nobody] })).reason).toContain(
      "Call",
    );
  });

  test("shows cards with a title, a picture and three buttons, and cuts nothing", async () => {
    const card = { title: "Blue shoes", text: "For the rain", medium: image, buttons: [reply("Buy")] };
    expect((await sent(name, { kind: "carousel", cards: [card] })).message).toEqual({
      attachment: {
        type: "template",
        payload: {
          template_type: "generic",
          elements: [
            {
              title: "Blue shoes",
              subtitle: "For the rain",
              image_url: "https://files.example/f",
              buttons: [{ type: "postback", title: "Buy", payload: "t_Buy" }],
            },
          ],
        },
      },
    });
    const long = { ...card, text: "x".repeat(81) };
    expect((await sent(name, { kind: "carousel", cards: [card, long] })).outcome).toBe("failed");
    const film = { ...card, medium: { fileId: "f", mime: "video/mp4" } };
    expect((await sent(name, { kind: "carousel", cards: [film] })).outcome).toBe("failed");
    expect((await sent(name, { kind: "carousel", cards: [{ medium: image, buttons: [] }] })).outcome).toBe(
      "failed",
    );
  });

  test("reaches nobody by an id of another page", async () => {
    const row = rowOf(name);
    const to = [{ kind: "user" as const, scope: "another page", value: "24068831872800" }];
    const result = await row.adapter.send(
      { id: "m", to, body: { kind: "text", text: "Hi" } },
      row.channel(vendors.url),
      deps(),
    );
    expect(result.outcome).toBe("failed");
  });
});

test("Instagram counts a text in bytes, Messenger in letters", async () => {
  const body = { kind: "text", text: "न".repeat(334) } as const;
  expect((await sent("Messenger", body)).outcome).toBe("sent");
  expect((await sent("Instagram", body)).reason).toContain("1000 bytes");
  expect((await sent("Instagram", { kind: "text", text: "न".repeat(333) })).outcome).toBe("sent");
});

test("a window that is closed says so about the person, not about the channel", async () => {
  vendors.play({ status: 400, code: 2018278 });
  const { code, ofMessage } = await sent("Messenger", { kind: "text", text: "Hi" });
  expect([code, ofMessage]).toEqual(["470", true]);
});
