import { afterAll, expect, test } from "vitest";
import { WEBHOOK } from "#tests/support/vendors/deliveries.ts";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { Address } from "#workers/contract/inbound.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

const vendors = await startVendors();
afterAll(() => vendors.stop());
const row = rowOf("Mailchimp");
const { adapter } = row;
const channel = row.channel(vendors.url);

async function sent(
  body: MessageBody,
  more: { quoted?: string; to?: Address[]; unsubscribeUrl?: string } = {},
) {
  const before = vendors.calls.length;
  const result = await adapter.send({ id: "our-id", to: row.to, body, ...more }, channel, deps());
  const [call] = vendors.calls.slice(before);
  const { message } = (call?.body ?? {}) as { message?: Record<string, unknown> };
  return { ...result, message };
}

test("words are words, line by line, and no page of their own", async () => {
  const { message } = await sent({ kind: "text", text: "Dear <b>Asha</b>,\nyour card & PIN\n\nBye" });
  expect(message).toMatchObject({
    subject: "Message from Lucky Shrub",
    text: "Dear <b>Asha</b>,\nyour card & PIN\n\nBye",
    html: '<p dir="auto">Dear &lt;b&gt;Asha&lt;/b&gt;,<br>your card &amp; PIN</p>\n<p dir="auto">Bye</p>',
    subaccount: "shrub",
    metadata: { ref: "our-id" },
  });
});

test("a header is the subject, links are links, and replies are words to answer with", async () => {
  const { message } = await sent({
    kind: "buttons",
    header: "Your order",
    text: "It is on its way.",
    buttons: [
      { kind: "url", url: 'https://shop.example/?a="1"&b=2', label: "Track it" },
      { kind: "call", number: "+91 98765 43210", label: "Call us" },
      { kind: "reply", token: "t_yes", label: "Yes" },
    ],
  });
  expect(message).toMatchObject({ subject: "Your order" });
  expect(message?.["text"]).toBe(
    'It is on its way.\n\nTrack it: https://shop.example/?a="1"&b=2\n\nCall us: +91 98765 43210\n\n- Yes',
  );
  expect(message?.["html"]).toContain('<a href="https://shop.example/?a=&quot;1&quot;&amp;b=2">Track it</a>');
  expect(message?.["html"]).toContain('<a href="tel:+919876543210">Call us</a>');
});

test("a subject is one line, whatever the header's words are", async () => {
  const buttons = [{ kind: "reply" as const, token: "t_yes", label: "Yes" }];
  const subject = async (header: string) =>
    (await sent({ kind: "buttons", header, text: "x", buttons })).message?.["subject"];
  expect(await subject("Your order\r\nBcc: all@bank.example")).toBe("Your order Bcc: all@bank.example");
  expect(await subject(" \n ")).toBe("Message from Lucky Shrub");
});

test("an answer names the mail that it answers, by that mail's own id alone", async () => {
  const text = { kind: "text", text: "Yes" } as const;
  expect((await sent(text, { quoted: "<a1@customer.example>" })).message).toMatchObject({
    headers: { "In-Reply-To": "<a1@customer.example>", References: "<a1@customer.example>" },
  });
  expect((await sent(text, { quoted: "mail:digest\r\nBcc: all" })).message).not.toHaveProperty("headers");
});

test("who is rejected is refused by the reason, which says nothing about the channel", async () => {
  const to = [{ kind: "mail" as const, scope: "", value: "blocked@customer.example" }];
  expect(await sent({ kind: "text", text: "Hi" }, { to })).toMatchObject({
    outcome: "failed",
    code: "hard-bounce",
    ofMessage: true,
  });
});

test("the address is asked without a key when it is set up, and with events never", async () => {
  const call = (events: string) => ({
    method: "POST" as const,
    url: new URL(WEBHOOK),
    headers: new Headers(),
    body: new TextEncoder().encode(String(new URLSearchParams({ mandrill_events: events }))),
  });
  expect(adapter.challenge?.(call("[]"), channel)).toBe("ok");
  expect(adapter.challenge?.(call('[{"event":"open"}]'), channel)).toBeUndefined();
  expect(await adapter.verify(call("[]"), { ...channel, secrets: {} })).toBe(false);
});

test("a file of the drive stands in the mail, one at an address is a link, and one without either is refused", async () => {
  const medium = { fileId: "f1", name: "Prices\r\nBcc: all.pdf", mime: "application/pdf" };
  const { message } = await sent({ kind: "document", medium });
  expect(message).toMatchObject({
    text: "Prices Bcc: all.pdf",
    attachments: [{ type: "application/pdf", name: "Prices Bcc: all.pdf", content: "JVBERi0=" }],
  });
  const elsewhere = { url: "https://shop.example/?a=1&b=2", mime: "image/png" };
  const linked = (await sent({ kind: "image", medium: elsewhere, caption: "Look" })).message;
  expect(linked).not.toHaveProperty("attachments");
  expect(linked?.["text"]).toBe("Look\n\nPicture: https://shop.example/?a=1&b=2");
  for (const url of [undefined, "javascript:alert(1)"])
    expect(await sent({ kind: "image", medium: { vendorId: "1", url } })).toMatchObject({
      outcome: "failed",
      message: undefined,
    });
});

test("of a mail with many files the first twenty are held, and the others named", async () => {
  let held = 0;
  const file = (name: string) => ({ name, type: "text/plain", content: "eA==", base64: true });
  const attachments = Object.fromEntries(
    Array.from({ length: 22 }, (_, place) => [`${place}`, file(`${place}.txt`)]),
  );
  const msg = { from_email: "asha@customer.example", text: "x", attachments };
  const body = new URLSearchParams({ mandrill_events: JSON.stringify([{ event: "inbound", ts: 1, msg }]) });
  const [event] = await adapter.split(new TextEncoder().encode(String(body)), async () => `id${++held}`);
  const kinds = adapter.parse(event?.raw, channel).map((each) => each.type === "message" && each.body.kind);
  expect(held).toBe(20);
  expect(kinds.filter((kind) => kind === "document")).toHaveLength(20);
  expect(kinds.filter((kind) => kind === "unsupported")).toHaveLength(2);
});

test("a mail with an offer says where one press ends them (RFC 8058)", async () => {
  const { message } = await sent(
    { kind: "text", text: "Sale" },
    { quoted: "<before@shop.example>", unsubscribeUrl: "https://chat.example/u/code" },
  );
  expect(message).toMatchObject({
    headers: {
      "In-Reply-To": "<before@shop.example>",
      "List-Unsubscribe": "<https://chat.example/u/code>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  const plain = await sent({ kind: "text", text: "Your order" });
  expect(plain.message).not.toHaveProperty("headers");
});

test("a mail with an offer says in its language where one ends them, once", async () => {
  const unsubscribeUrl = "https://chat.example/u/code";
  const template = (language: string, rendered: string) =>
    sent({ kind: "template", name: "sale", language, body: [], buttons: [], rendered }, { unsubscribeUrl });
  const german = await template("de", "Sommerschluss");
  expect(german.message).toMatchObject({
    text: `Sommerschluss\n\nAbmelden: ${unsubscribeUrl}`,
    html: expect.stringContaining(`<a href="${unsubscribeUrl}">Abmelden</a>`) as string,
  });
  expect((await template("pt_BR", "Venda")).message?.["text"]).toContain("Cancelar inscrição: ");
  expect((await template("xx", "Sale")).message?.["text"]).toContain("Unsubscribe: ");
  const own = await template("en", `Sale. Enough? ${unsubscribeUrl}`);
  expect(own.message?.["text"]).toBe(`Sale. Enough? ${unsubscribeUrl}`);
});
