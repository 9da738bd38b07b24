import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { atLimit, bodies, template } from "#tests/support/vendors/bodies.ts";
import { deps, type Row, rows } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { ChannelAccount, RawEvent, WebhookCall } from "#workers/channels/adapter.ts";
import { inboundEvent, type InboundEvent } from "#workers/contract/inbound.ts";
import { highest, type Status } from "#workers/contract/message.ts";
import { type MessageBody, type MessageKind } from "#workers/contract/message-body.ts";
import { startReceiver } from "#tests/support/vendors/receiver.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

const vendors = await startVendors();
afterAll(() => vendors.stop());

const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const post = (body: Uint8Array, headers: Record<string, string>): WebhookCall => ({
  method: "POST",
  url: new URL("https://us.example/api/webhooks/x/channel-1"),
  headers: new Headers(headers),
  body,
});

interface Fixture {
  name: string;
  body: Record<string, unknown>;
  events: InboundEvent[];
}
const folderOf = (row: Row): string => join(ROOT, "tests/fixtures/webhooks", row.fixtures);
const fixturesOf = (row: Row): Fixture[] =>
  readdirSync(folderOf(row)).map((name) => ({
    name,
    ...(JSON.parse(readFileSync(join(folderOf(row), name), "utf8")) as Omit<Fixture, "name">),
  }));
const eventsOf = async (
  { adapter }: Row,
  channel: ChannelAccount,
  body: unknown,
): Promise<InboundEvent[]> => {
  const raws = await adapter.split(bytes(body));
  // What is stored between the two is JSON.
  return raws.flatMap(({ raw }) => adapter.parse(JSON.parse(JSON.stringify(raw)), channel));
};

describe.each(rows)("$name", (row) => {
  const { adapter, to } = row;
  const channel = row.channel(vendors.url);
  const can = adapter.capabilities(channel.type);
  /** Sends once, and tells how many calls that made. */
  const sent = async (
    body: MessageBody,
    more: { to?: Row["to"]; quoted?: string; patienceMs?: number } = {},
  ) => {
    const before = vendors.calls.length;
    const message = {
      id: "0199c0de-0000-7000-8000-000000000001",
      to: more.to ?? to,
      body,
      quoted: more.quoted,
    };
    const result = await adapter.send(message, channel, deps(more.patienceMs));
    const calls = vendors.calls.slice(before);
    for (const secret of Object.values(channel.secrets)) expect(JSON.stringify(result)).not.toContain(secret);
    return { ...result, calls };
  };

  describe("a message", () => {
    const kinds = Object.keys(bodies) as MessageKind[];

    test.each(kinds.filter((kind) => can.kinds.includes(kind)))(
      "of the kind %s is taken, by one call",
      async (kind) => {
        for (const body of bodies[kind]) {
          const { calls, ...result } = await sent(body);
          expect(result, JSON.stringify([calls, body])).toMatchObject({
            outcome: "sent",
            vendorId: expect.any(String) as string,
          });
          expect(calls).toHaveLength(1);
        }
      },
    );

    test.each(kinds.filter((kind) => !can.kinds.includes(kind)))(
      "of the kind %s is refused uncalled",
      async (kind) => {
        for (const body of bodies[kind]) {
          const { calls, outcome, reason } = await sent(body);
          expect([outcome, calls.length]).toEqual(["failed", 0]);
          expect(reason).toContain(kind);
        }
      },
    );

    const limits = { text: can.text, caption: can.caption, label: can.buttons.label, rows: can.rows.most };
    test.each(["text", "caption", "label", "rows"] as const)(
      "at the limit of its %s is taken, above it refused",
      async (part) => {
        expect(await sent(atLimit(limits)[part](0))).toMatchObject({ outcome: "sent" });
        const { calls, outcome, reason } = await sent(atLimit(limits)[part](1));
        expect([outcome, calls.length]).toEqual(["failed", 0]);
        expect(reason).toMatch(/\d+/);
      },
    );

    test("for somebody without an address is refused uncalled", async () => {
      const { calls, outcome } = await sent(bodies.text[0], {
        to: [{ kind: "mail", scope: "", value: "a@b.c" }],
      });
      expect([outcome, calls.length]).toEqual(["failed", 0]);
    });

    test("whose file has no address yet is tried again, uncalled", async () => {
      const before = vendors.calls.length;
      const mediaUrl = () => Promise.reject(new Error("no bucket"));
      const message = { id: "m", to, body: bodies.image[0] };
      const result = await adapter.send(message, channel, { ...deps(), mediaUrl });
      expect([result.outcome, vendors.calls.length - before]).toEqual(["later", 0]);
    });
  });

  describe("an answer", () => {
    test.each(row.answers)("that says %s: %3$s", async (_, play, outcome, more = {}) => {
      vendors.play(play);
      const { calls, ...result } = await sent(bodies.text[0]);
      expect(result).toMatchObject({ outcome, ...more });
      expect(result.reason, "a sentence for people").toMatch(/\.$/);
      expect(calls, "a send never tries again by itself").toHaveLength(1);
    });

    test("that was lost leaves the message unknown, though the vendor took it", async () => {
      vendors.play({ hangUp: "after" });
      const { outcome, calls } = await sent(bodies.text[0]);
      expect([outcome, calls[0]?.accepted]).toEqual(["unknown", true]);
    });

    test("that comes too late leaves the message unknown", async () => {
      vendors.play({ slowMs: 400 });
      expect(await sent(bodies.text[0], { patienceMs: 100 })).toMatchObject({ outcome: "unknown" });
    });

    test("of another token refuses, without repeating the token", async () => {
      const before = channel.secrets;
      const secrets = Object.fromEntries(
        Object.keys(before).map((name) => [name, "12345:another-token-altogether"]),
      );
      const message = { id: "m", to, body: bodies.text[0] };
      const result = await adapter.send(message, { ...channel, secrets }, deps());
      expect(result).toMatchObject({
        outcome: "failed",
        code: expect.stringMatching(/^(190|401)$/) as string,
      });
      expect(JSON.stringify(result)).not.toContain("another-token");
    });
  });

  describe("a test", () => {
    test("names the account", async () => {
      expect(await adapter.test(channel, deps())).toMatchObject({
        ok: true,
        text: expect.stringMatching(/lucky/i) as string,
      });
    });

    test.each([{ status: 500 }, { hangUp: "before" as const }, { body: "{}" }])(
      "that meets %j says so",
      async (play) => {
        vendors.play(play);
        const { ok, text } = await adapter.test(channel, deps());
        expect([ok, text.endsWith(".")]).toEqual([false, true]);
      },
    );

    test("with a wrong token says so, without the token", async () => {
      const secrets = { accessToken: "wrong-token-1234567", token: "12345:wrong-token-1234567" };
      const tested = await adapter.test({ ...channel, secrets }, deps());
      expect(tested.ok).toBe(false);
      expect(tested.text).toMatch(/access token/);
      expect(tested.text).not.toContain("wrong-token");
    });
  });

  describe("a webhook call", () => {
    const body = bytes(JSON.stringify(fixturesOf(row)[0]?.body));
    const right = row.signed(body);
    const [header = ""] = Object.keys(right);

    test("of the vendor is believed, emoji and all", async () => {
      expect(await adapter.verify(post(body, right), channel)).toBe(true);
      const emoji = bytes('{"text":"🌱 नमस्ते"}');
      expect(await adapter.verify(post(emoji, row.signed(emoji)), channel)).toBe(true);
    });

    test.each<[string, Record<string, string>]>([
      ["without a header", {}],
      ["with an empty header", { [header]: "" }],
      ["signed with another secret", row.signed(body, "another-channels-secret")],
      ["with a truncated signature", { [header]: right[header]?.slice(0, -1) ?? "" }],
      ["with a longer signature", { [header]: `${right[header]}0` }],
      ["with the signature of nothing", { [header]: right[header]?.split("=")[0] ?? "" }],
    ])("%s is not", async (_, headers) => {
      const call = post(body, header in headers && headers[header] === right[header] ? {} : headers);
      expect(await adapter.verify(call, channel)).toBe(false);
    });

    test("is believed by nobody whose secret is missing or empty", async () => {
      for (const none of [{}, { appSecret: "" }] as Record<string, string>[]) {
        const call = post(body, row.signed(body, ""));
        expect(await adapter.verify(call, { ...channel, secrets: none, webhookToken: "" })).toBe(false);
      }
    });
  });

  describe("a delivery", () => {
    test.each(fixturesOf(row))("$name is read as reviewed", async ({ body, events }) => {
      expect(await eventsOf(row, channel, body)).toEqual(events);
    });

    test("is read into what the contract has", async () => {
      for (const { name, body } of fixturesOf(row)) {
        for (const event of await eventsOf(row, channel, body)) {
          expect(inboundEvent.safeParse(event).error, name).toBeUndefined();
          // What zod would strip is not in the contract either.
          expect(inboundEvent.parse(event), name).toEqual(event);
        }
      }
    });

    test("has a key for each event that no other event has", async () => {
      const keys = new Map<string, unknown>();
      for (const { body } of fixturesOf(row)) {
        for (const { key, raw } of await adapter.split(bytes(body))) {
          expect(keys.get(key) ?? itemOf(raw), key).toEqual(itemOf(raw));
          keys.set(key, itemOf(raw));
        }
      }
      const events = (
        await Promise.all(fixturesOf(row).map(({ body }) => adapter.split(bytes(body))))
      ).flat();
      const distinct = new Set(events.map(({ raw }) => JSON.stringify(itemOf(raw))));
      expect(keys.size).toBe(distinct.size);
    });

    test("repeated with its fields in another order has the same keys", async () => {
      for (const { body } of fixturesOf(row)) {
        expect(keysOf(await adapter.split(bytes(turned(body))))).toEqual(
          keysOf(await adapter.split(bytes(body))),
        );
      }
    });

    test.each(["", "{", "null", "3", '"text"', "[]", "\uFEFF"])("that is %j cannot be read", async (body) => {
      await expect(adapter.split(bytes(body))).rejects.toThrow();
    });

    test("of bytes that are no UTF-8 cannot be read", async () => {
      await expect(adapter.split(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d))).rejects.toThrow();
    });
  });

  describe("any JSON", () => {
    const known = fixturesOf(row);

    test("is read into events of the contract, at least one, and never throws", () => {
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 4 }), (raw) => valid(adapter.parse(raw, channel))),
        { numRuns: 300 },
      );
    });

    test("in place of any part of a real event is read as well", async () => {
      const raws = (await Promise.all(known.map(({ body }) => adapter.split(bytes(body))))).flat();
      fc.assert(
        fc.property(fc.constantFrom(...raws), fc.nat(), fc.jsonValue({ maxDepth: 2 }), ({ raw }, at, value) =>
          valid(adapter.parse(changedAt(raw, at, value), channel)),
        ),
        { numRuns: 1_500 },
      );
    });

    test("in place of any part of a delivery leaves something to read", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...known),
          fc.nat(),
          fc.jsonValue({ maxDepth: 2 }),
          async ({ body }, at, value) => {
            const events = await adapter.split(bytes(changedAt(body, at, value)));
            expect(events.length).toBeGreaterThan(0);
            for (const { key, raw } of events) {
              expect(key.length).toBeLessThan(700);
              valid(adapter.parse(raw, channel));
            }
          },
        ),
        { numRuns: 500 },
      );
    });
  });

  /** Events of the contract, and at least one. */
  function valid(events: InboundEvent[]): void {
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(inboundEvent.parse(event)).toEqual(event);
  }
});

const keysOf = (events: RawEvent[]): string[] => events.map(({ key }) => key);
const itemOf = (raw: unknown): unknown => (raw as { item?: unknown }).item ?? raw;

/** The same value with the fields of its objects the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, turned(each)]),
  );
}

/** The value with one of its parts, counted from the outside, replaced. */
function changedAt(value: unknown, at: number, part: unknown): unknown {
  const places: ((copy: unknown) => void)[] = [];
  const walk = (each: unknown, path: (string | number)[]) => {
    if (path.length > 0) {
      places.push((copy) => {
        const parent = path.slice(0, -1).reduce((into, key) => (into as Record<string, unknown>)[key], copy);
        (parent as Record<string, unknown>)[path.at(-1) ?? ""] = part;
      });
    }
    if (typeof each !== "object" || each === null) return;
    for (const [key, inner] of Object.entries(each)) walk(inner, [...path, key]);
  };
  walk(value, []);
  const copy = structuredClone(value);
  places[at % places.length]?.(copy);
  return copy;
}

const corpus = join(
  process.env["REFERENCE_DATA_DIR"] ?? "../shared",
  "corpora/whatsapp-webhooks/inbound.json",
);
const recorded = existsSync(corpus)
  ? (JSON.parse(readFileSync(corpus, "utf8")) as { name: string; payload: unknown }[])
  : [];

describe.skipIf(recorded.length === 0)("recorded deliveries of WhatsApp", () => {
  const row = rows[0]!;
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
  const row = rows[0]!;
  const { adapter, to } = row;
  const channel = row.channel(vendors.url);
  const called = async (body: MessageBody, more: { to?: Row["to"]; quoted?: string } = {}) => {
    await adapter.send({ id: "own-1", to, body, ...more }, channel, deps());
    return vendors.calls.at(-1);
  };

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
});

describe("Telegram", () => {
  const row = rows[1]!;
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
      expect((await called(bodies.text[0])).result).toMatchObject({ outcome: "failed", code: "403" });
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
});
