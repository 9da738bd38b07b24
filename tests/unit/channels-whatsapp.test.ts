import { existsSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { bodies, template } from "#tests/support/vendors/bodies.ts";
import { bytes, callOf, eventsOf, fixturesOf, keysOf, post } from "#tests/support/vendors/deliveries.ts";
import { startReceiver } from "#tests/support/vendors/receiver.ts";
import { deps, type Row } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import { parseWhatsapp } from "#workers/channels/whatsapp/parse.ts";
import { inboundEvent } from "#workers/contract/inbound.ts";
import { highest, type Status } from "#workers/contract/message.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

// WhatsApp's own parts, beside the contract of all vendors in channels-contract.test.ts.

const vendors = await startVendors();
afterAll(() => vendors.stop());

const corpus = referenceCorpus("whatsapp-webhooks", "inbound.json");
const recorded = existsSync(corpus)
  ? (JSON.parse(readFileSync(corpus, "utf8")) as { name: string; payload: unknown }[])
  : [];

describe.skipIf(recorded.length === 0)("recorded deliveries of WhatsApp", () => {
  const row = rowOf("WhatsApp Cloud");
  /** Types that the house has no kind for. */
  const strange = new Set(["unknown", "order"]);

  test.each(recorded)("$name is read, and nothing that we know is unsupported", async ({ payload }) => {
    // The record has words in place of numbers.
    const body = JSON.stringify(payload).replaceAll(/"LOCATION_(LATITUDE|LONGITUDE)"/g, "12.5");
    const events = await eventsOf(row, row.channel(""), body);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) {
      expect(inboundEvent.parse(event)).toEqual(event);
      expect(event.type).toMatch(/^(message|status)$/);
      const said = event.type === "message" ? event.body : undefined;
      if (said?.kind === "unsupported") expect(strange).toContain(said.type);
    }
  });

  test("are all thirty", () => expect(recorded).toHaveLength(30));
});

describe("WhatsApp", () => {
  const row = rowOf("WhatsApp Cloud");
  const { adapter, to } = row;
  const channel = row.channel(vendors.url);
  const called = async (body: MessageBody, more: { to?: Row["to"]; quoted?: string } = {}) => {
    await adapter.send({ id: "own-1", to, body, ...more }, channel, deps());
    return vendors.calls.at(-1);
  };

  test("signs the body: one changed byte, a missing prefix or another algorithm is not believed", async () => {
    const body = bytes('{"object":"whatsapp_business_account","entry":[]}');
    const right = callOf(row, channel, body).headers.get("x-hub-signature-256") ?? "";
    const believed = (changed: Uint8Array, signature: string) =>
      adapter.verify(post(changed, { "x-hub-signature-256": signature }), channel);
    expect(await believed(body, right)).toBe(true);
    for (const at of [0, 20, body.length - 1]) {
      expect(await believed(body.with(at, (body[at] ?? 0) ^ 1), right)).toBe(false);
    }
    expect(await believed(bytes(`${new TextDecoder().decode(body)}\n`), right)).toBe(false);
    for (const wrong of [
      right.slice(7),
      right.replace("sha256", "sha1"),
      "sha256=",
      `sha256=${"0".repeat(64)}`,
    ]) {
      expect(await believed(body, wrong)).toBe(false);
    }
  });

  test("is sent a message as its documents say", async () => {
    const call = await called({ kind: "text", text: "Hello" }, { quoted: "wamid.X" });
    expect(call).toMatchObject({ path: "/v23.0/106540352242922/messages", token: "Bearer EAAJB-played" });
    expect(call?.body).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "919812345678",
      type: "text",
      text: { body: "Hello", preview_url: false },
      context: { message_id: "wamid.X" },
      biz_opaque_callback_data: "own-1",
    });
  });

  test("is sent a user's id as recipient, and never as a number", async () => {
    const user = { kind: "user" as const, scope: "102290129340398", value: "US.13491208655302741918" };
    const alone = (await called(bodies.text[0], { to: [user] }))?.body;
    expect(alone).toMatchObject({ recipient: user.value });
    expect(alone).not.toHaveProperty("to");
    const both = (await called(bodies.text[0], { to: [user, ...to] }))?.body;
    expect(both).toMatchObject({ to: "919812345678" });
    expect(both).not.toHaveProperty("recipient");
  });

  test("is sent a template's variables, and its file by an address", async () => {
    const call = await called(template);
    expect(call?.body).toMatchObject({
      type: "template",
      template: {
        name: "order_confirmation",
        language: { code: "en" },
        components: [
          {
            type: "header",
            parameters: [{ type: "image", image: { link: "https://files.example/file-1" } }],
          },
          { type: "body", parameters: [{ text: "Asha" }, { text: "15 Aug" }] },
          {
            type: "button",
            sub_type: "quick_reply",
            index: "0",
            parameters: [{ type: "payload", payload: "t_stop" }],
          },
          { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "orders/1" }] },
          { type: "button", sub_type: "copy_code", index: "2", parameters: [{ coupon_code: "SAVE10" }] },
        ],
      },
    });
  });

  test.each<[string, MessageBody]>([
    [
      "buttons and a link together",
      {
        kind: "buttons",
        text: "?",
        buttons: [
          { kind: "reply", token: "a", label: "A" },
          { kind: "url", url: "https://x.example", label: "B" },
        ],
      },
    ],
    [
      "a button that calls",
      { kind: "buttons", text: "?", buttons: [{ kind: "call", number: "+91", label: "Call" }] },
    ],
    [
      "two buttons alike",
      {
        kind: "buttons",
        text: "?",
        buttons: [
          { kind: "reply", token: "a", label: "A" },
          { kind: "reply", token: "b", label: "A" },
        ],
      },
    ],
    [
      "a text above buttons that is too long",
      { kind: "buttons", text: "x".repeat(1_025), buttons: [{ kind: "reply", token: "a", label: "A" }] },
    ],
    [
      "a footer that is too long",
      {
        kind: "buttons",
        text: "?",
        footer: "x".repeat(61),
        buttons: [{ kind: "reply", token: "a", label: "A" }],
      },
    ],
    ["one card", { ...bodies.carousel[0], cards: bodies.carousel[0].cards.slice(0, 1) }],
    [
      "cards that differ",
      {
        ...bodies.carousel[0],
        cards: [
          bodies.carousel[0].cards[0]!,
          {
            medium: { url: "https://x.example/a.jpg" },
            buttons: [{ kind: "url", url: "https://x.example", label: "B" }],
          },
        ],
      },
    ],
    ["a file that nobody has", { kind: "image", medium: {} }],
    ["a caption of a sound", { kind: "audio", medium: { vendorId: "1" }, caption: "Listen" }],
  ])("is not sent %s", async (_, body) => {
    const before = vendors.calls.length;
    const result = await adapter.send({ id: "own-1", to, body }, channel, deps());
    expect(result).toMatchObject({ outcome: "failed", reason: expect.stringMatching(/\.$/) as string });
    expect(vendors.calls.length).toBe(before);
  });

  test("refuses what is free outside the window, and takes a template", async () => {
    vendors.outsideWindow.add("919812345678");
    try {
      expect(await adapter.send({ id: "1", to, body: bodies.text[0] }, channel, deps())).toMatchObject({
        outcome: "failed",
        code: "131047",
        ofMessage: true,
      });
      expect(await adapter.send({ id: "2", to, body: template }, channel, deps())).toMatchObject({
        outcome: "sent",
      });
    } finally {
      vendors.outsideWindow.clear();
    }
  });

  test("refuses a template that has other variables, or is not there", async () => {
    vendors.templates.set("order_confirmation", 3);
    try {
      const results = [template, { ...template, name: "gone" }].map((body) =>
        adapter.send({ id: "1", to, body }, channel, deps()),
      );
      expect((await Promise.all(results)).map(({ code }) => code)).toEqual(["132000", "132001"]);
    } finally {
      vendors.templates.clear();
    }
  });

  test.each([
    [
      { billable: true, category: "marketing" },
      { billable: true, category: "marketing" },
    ],
    [
      { type: "regular", category: "utility" },
      { billable: true, category: "utility" },
    ],
    [
      { type: "free_customer_service", category: "utility" },
      { billable: false, category: "utility" },
    ],
    [{ type: "free_entry_point", category: "referral_conversion" }, { billable: false }],
    [{ type: "constructor" }, {}],
  ])("reads what Meta charges, %j, also where only the type says it", (pricing, told) => {
    const item = { id: "wamid.1", status: "delivered", timestamp: "1700000000", pricing };
    const [event] = parseWhatsapp({ is: "status", waba: "1", metadata: {}, item }, "+1");
    expect(event).toMatchObject({ type: "status", ...told });
    if (!("billable" in told)) expect(event).not.toHaveProperty("billable");
  });

  test("reports statuses that verify, that end alike in any order, and that settle a lost answer by our id", async () => {
    const receiver = await startReceiver();
    vendors.statusesTo = receiver.url;
    try {
      vendors.play({ hangUp: "after", statuses: ["read", "sent", "sent", "delivered"] });
      const { outcome } = await adapter.send({ id: "own-7", to, body: bodies.text[0] }, channel, deps());
      expect(outcome).toBe("unknown");
      await vendors.settled();
      const keys = new Set<string>();
      const facts: Status[] = [];
      for (const call of receiver.calls) {
        expect(await adapter.verify(call, channel)).toBe(true);
        for (const { key, raw } of await adapter.split(call.body)) {
          keys.add(key);
          for (const event of adapter.parse(raw, channel)) {
            expect(event).toMatchObject({ type: "status", ownId: "own-7" });
            if (event.type === "status") facts.push(event.status);
          }
        }
      }
      expect(facts).toEqual(["read", "sent", "sent", "delivered"]);
      expect(facts.reduce(highest, "unknown")).toBe("read");
      expect(keys.size).toBe(3);
    } finally {
      vendors.statusesTo = undefined;
      await receiver.stop();
    }
  });

  test("batches a delivery anew, and every event keeps its key", async () => {
    const deliveries = fixturesOf(row).map(({ body }) => body as { object: string; entry: object[] });
    const alone = (await Promise.all(deliveries.map((body) => adapter.split(bytes(body))))).flat();
    const together = { object: "whatsapp_business_account", entry: deliveries.flatMap(({ entry }) => entry) };
    expect(keysOf(await adapter.split(bytes(together)))).toEqual(keysOf(alone));
    const batch = fixturesOf(row).find(({ name }) => name.startsWith("batch"))?.body as typeof together;
    const single = structuredClone(batch) as unknown as {
      entry: { changes: { value: { messages: unknown[] } }[] }[];
    };
    single.entry[0]!.changes[0]!.value.messages.shift();
    const [first, ...others] = keysOf(await adapter.split(bytes(batch)));
    expect(first).toBe("message:wamid.BAT1");
    expect(keysOf(await adapter.split(bytes(single)))).toEqual(others);
  });

  test("news of the account that comes twice at two times is two events", async () => {
    const news = fixturesOf(row).find(({ name }) => name === "template-status.json")?.body;
    const later = JSON.parse(JSON.stringify(news).replace("1751247548", "1751999999")) as unknown;
    const keys = await Promise.all(
      [news, news, later].map(async (body) => keysOf(await adapter.split(bytes(body)))[0]),
    );
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test.each<[string, string | undefined]>([
    ["hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=1158201444", "1158201444"],
    ["hub.mode=subscribe&hub.verify_token=verify-you&hub.challenge=1158201444", undefined],
    ["hub.mode=subscribe&hub.verify_token=&hub.challenge=1158201444", undefined],
    ["hub.mode=subscribe&hub.challenge=1158201444", undefined],
    ["hub.mode=unsubscribe&hub.verify_token=verify-me&hub.challenge=1158201444", undefined],
    ["hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=%3Cscript%3E", undefined],
  ])("asks %s and is answered %s", (query, answer) => {
    const url = new URL(`https://us.example/api/webhooks/whatsapp-cloud/1?${query}`);
    const ask = { ...post(new Uint8Array(), {}), method: "GET" as const, url };
    expect(adapter.challenge?.(ask, channel)).toBe(answer);
    expect(adapter.challenge?.({ ...ask, method: "POST" }, channel)).toBeUndefined();
  });

  test("names our number as the channel does: by digits, or by Meta's id", async () => {
    const body = fixturesOf(row).find(({ name }) => name === "text.json")?.body;
    const named = async (contactId: string) =>
      (await eventsOf(row, { ...channel, contactId }, body))[0]?.["contactId" as never];
    expect(await named("15550783881")).toBe("15550783881");
    expect(await named("106540352242922")).toBe("106540352242922");
  });

  test("keeps files behind their ids, for those with the token, as it is played", async () => {
    const headers = { authorization: `Bearer ${channel.secrets["accessToken"]}` };
    const asked = await fetch(`${vendors.url}/v23.0/media-1`, { headers });
    const { url } = (await asked.json()) as { url: string };
    expect((await fetch(url)).status).toBe(401);
    expect(await (await fetch(url, { headers })).text()).toBe("the bytes of media-1");
  });
});
