import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyBody } from "#tests/support/vendors/any-body.ts";
import { atLimit, bodies } from "#tests/support/vendors/bodies.ts";
import {
  bytes,
  callOf,
  eventsOf,
  fixturesOf,
  keysOf,
  post,
  written,
} from "#tests/support/vendors/deliveries.ts";
import { deps, type Row } from "#tests/support/vendors/row.ts";
import { rows } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import { inboundEvent, type InboundEvent } from "#workers/contract/inbound.ts";
import { LONGEST_TOKEN, type MessageBody, type MessageKind } from "#workers/contract/message-body.ts";

const vendors = await startVendors();
afterAll(() => vendors.stop());

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
      session: row.session,
    };
    const result = await adapter.send(message, channel, deps(more.patienceMs));
    const calls = vendors.calls.slice(before).filter((call) => !row.isBeside?.(call));
    for (const secret of Object.values(channel.secrets)) expect(JSON.stringify(result)).not.toContain(secret);
    return { ...result, calls };
  };

  // An access token is there before a test plays what the calls meet.
  beforeAll(async () => void (row.isBeside && (await sent(bodies.text[0]))));

  describe("a message", () => {
    const kinds = Object.keys(bodies) as MessageKind[];

    test.each(kinds.filter((kind) => can.kinds.includes(kind)))(
      "of the kind %s is taken, by one call",
      async (kind) => {
        for (const body of bodies[kind]) {
          const { calls, ...result } = await sent(body);
          if (row.declines?.(body)) {
            expect([result.outcome, calls.length], JSON.stringify(body)).toEqual(["failed", 0]);
            expect(result.reason).toMatch(/\.$/);
            continue;
          }
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

    test.runIf(can.kinds.includes("buttons"))("whose buttons carry the longest token is taken", async () => {
      const token = "t".repeat(LONGEST_TOKEN);
      const buttons = [{ kind: "reply" as const, token, label: "Yes" }];
      expect(await sent({ kind: "buttons", text: "Sure?", buttons })).toMatchObject({ outcome: "sent" });
    });

    const limits = { text: can.text, caption: can.caption, label: can.buttons.label, rows: can.rows.most };
    const partOf = { text: "text", caption: "image", label: "buttons", rows: "list" } as const;
    test.each(
      (["text", "caption", "label", "rows"] as const).filter((part) => can.kinds.includes(partOf[part])),
    )("at the limit of its %s is taken, above it refused", async (part) => {
      expect(await sent(atLimit(limits)[part](0))).toMatchObject({ outcome: "sent" });
      const { calls, outcome, reason } = await sent(atLimit(limits)[part](1));
      expect([outcome, calls.length]).toEqual(["failed", 0]);
      expect(reason).toMatch(/\d+/);
    });

    test("of any making is taken, or refused before it is called", async () => {
      await fc.assert(
        fc.asyncProperty(anyBody, async (body) => {
          const { calls, outcome, reason } = await sent(body);
          const said = JSON.stringify([reason, calls]);
          expect([outcome, calls.length], said).toEqual(outcome === "sent" ? ["sent", 1] : ["failed", 0]);
        }),
        { numRuns: 400 },
      );
    });

    test("for somebody without an address is refused uncalled", async () => {
      const { calls, outcome } = await sent(bodies.text[0], {
        // Of a kind that nobody has here.
        to: to.some(({ kind }) => kind === "mail")
          ? [{ kind: "number", scope: "", value: "+919812345678" }]
          : [{ kind: "mail", scope: "", value: "a@b.c" }],
      });
      expect([outcome, calls.length]).toEqual(["failed", 0]);
    });

    test.runIf(can.kinds.includes("image"))(
      "whose file has no address yet is tried again, uncalled",
      async () => {
        const before = vendors.calls.length;
        const noBucket = () => Promise.reject(new Error("no bucket"));
        const { medium } = bodies.image[0];
        const message = { id: "m", to, body: { kind: "image" as const, medium } };
        const result = await adapter.send(message, channel, {
          ...deps(),
          mediaUrl: noBucket,
          dataUrl: noBucket,
        });
        expect([result.outcome, vendors.calls.length - before]).toEqual(["later", 0]);
      },
    );
  });

  describe("an answer", () => {
    const answers = row.answers.map(([title, play, outcome, more = {}]) => ({ title, play, outcome, more }));
    test.each(answers)("that says $title: $outcome", async ({ play, outcome, more }) => {
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
      const message = { id: "m", to, body: bodies.text[0], session: row.session };
      const result = await adapter.send(message, { ...channel, secrets }, deps());
      expect(result).toMatchObject({
        outcome: "failed",
        code: expect.stringMatching(row.refusal ?? /^(190|401)$/) as string,
      });
      expect(JSON.stringify(result)).not.toContain("another-token");
      expect(result.ofMessage, "it tells of the channel").toBeUndefined();
    });
  });

  describe("a test", () => {
    test("names the account", async () => {
      expect(await adapter.test(channel, deps())).toMatchObject({
        ok: true,
        text: expect.stringMatching(row.account ?? /lucky/i) as string,
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
      const secrets = Object.fromEntries(
        Object.keys(channel.secrets).map((name) => [name, "12345:wrong-token-1234567"]),
      );
      const tested = await adapter.test({ ...channel, secrets }, deps());
      expect(tested.ok).toBe(false);
      expect(tested.text).toMatch(row.wrongCredentials ?? /access token/);
      expect(tested.text).not.toContain("wrong-token");
    });
  });

  describe("a webhook call", () => {
    const body = written(row, fixturesOf(row)[0]?.body);
    const right = callOf(row, channel, body);
    /** The same call with its signature, or the token of its address, changed. */
    const changed = (change: (right: string) => string) => {
      if (row.signed === "address") return post(body, {}, change(channel.webhookToken));
      const [[header, value] = ["", ""]] = Object.entries(row.signed(body));
      return post(body, { ...row.signed(body), [header]: change(value) });
    };

    test("of the vendor is believed, emoji and all", async () => {
      expect(await adapter.verify(right, channel)).toBe(true);
      const emoji = written(row, { text: "🌱 नमस्ते" });
      expect(await adapter.verify(callOf(row, channel, emoji), channel)).toBe(true);
    });

    test.each([
      ["without a signature", post(body, {})],
      ["with an empty signature", changed(() => "")],
      ["signed with another secret", callOf(row, channel, body, "another-channels-secret")],
      ["with a truncated signature", changed((value) => value.slice(0, -1))],
      ["with a longer signature", changed((value) => `${value}0`)],
      [
        "with another last letter",
        changed((value) => value.slice(0, -1) + (value.endsWith("0") ? "1" : "0")),
      ],
      [
        "with the signature of nothing",
        changed((value) => (value.includes("=") ? (value.split("=")[0] ?? "") : "")),
      ],
    ])("%s is not", async (_, call) => {
      expect(await adapter.verify(call, channel)).toBe(false);
    });

    test("is believed by nobody whose secret is missing or empty", async () => {
      for (const none of [{}, Object.fromEntries(Object.keys(channel.secrets).map((name) => [name, ""]))]) {
        const call = callOf(row, channel, body, "");
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
          // A field that zod would strip is not in the contract either.
          expect(inboundEvent.parse(event), name).toEqual(event);
        }
      }
    });

    test("has a key for each event that no other event has", async () => {
      const keys = new Map<string, unknown>();
      for (const { body } of fixturesOf(row)) {
        for (const { key, raw } of await adapter.split(written(row, body))) {
          expect(keys.get(key) ?? itemOf(raw), key).toEqual(itemOf(raw));
          keys.set(key, itemOf(raw));
        }
      }
      const events = (
        await Promise.all(fixturesOf(row).map(({ body }) => adapter.split(written(row, body))))
      ).flat();
      const distinct = new Set(events.map(({ raw }) => JSON.stringify(itemOf(raw))));
      expect(keys.size).toBe(distinct.size);
    });

    test("repeated with its fields in another order has the same keys", async () => {
      for (const { body } of fixturesOf(row)) {
        expect(keysOf(await adapter.split(written(row, turned(body))))).toEqual(
          keysOf(await adapter.split(written(row, body))),
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
      const raws = (await Promise.all(known.map(({ body }) => adapter.split(written(row, body))))).flat();
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
            const events = await adapter.split(written(row, changedAt(body, at, value)));
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

    test.each(AWKWARD)("%j in place of each part leaves something to read", async (value) => {
      for (const { body } of known) {
        for (let at = 0; at < placesIn(body).length; at += 1) {
          const events = await adapter.split(written(row, changedAt(body, at, value)));
          for (const { raw } of events) valid(adapter.parse(raw, channel));
        }
      }
    });
  });

  /** Events of the contract, and at least one. */
  function valid(events: InboundEvent[]): void {
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(inboundEvent.parse(event)).toEqual(event);
  }
});
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

/** Values that break code which turns one into text, or asks an object for a name that every object knows. */
const AWKWARD = [{ toString: 0 }, "constructor", "__proto__", "toString"];

/** Puts another part in the place of each part of a value, one after the other. */
function placesIn(value: unknown): ((copy: unknown, part: unknown) => void)[] {
  const places: ((copy: unknown, part: unknown) => void)[] = [];
  const walk = (each: unknown, path: (string | number)[]) => {
    if (path.length > 0) {
      places.push((copy, part) => {
        const parent = path.slice(0, -1).reduce((into, key) => (into as Record<string, unknown>)[key], copy);
        (parent as Record<string, unknown>)[path.at(-1) ?? ""] = part;
      });
    }
    if (typeof each !== "object" || each === null) return;
    for (const [key, inner] of Object.entries(each)) walk(inner, [...path, key]);
  };
  walk(value, []);
  return places;
}

/** A copy whose `at`-th part, counted round, is another one. */
function changedAt(value: unknown, at: number, part: unknown): unknown {
  const copy = structuredClone(value);
  const places = placesIn(value);
  places[at % places.length]?.(copy, part);
  return copy;
}
