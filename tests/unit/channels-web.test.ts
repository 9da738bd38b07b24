import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyBody } from "#tests/support/vendors/any-body.ts";
import { atLimit, bodies } from "#tests/support/vendors/bodies.ts";
import { bytes, post } from "#tests/support/vendors/deliveries.ts";
import type { AdapterDeps, ChannelAccount } from "#workers/channels/adapter.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import { web } from "#workers/channels/web/index.ts";
import type { Address } from "#workers/contract/inbound.ts";
import type { MessageBody, MessageKind } from "#workers/contract/message-body.ts";
import { vendors } from "#workers/contract/vendors.ts";

const channel: ChannelAccount = {
  id: "channel-1",
  type: 12,
  contactId: "",
  settings: {},
  secrets: {},
  webhookToken: "token",
};
const to: Address[] = [
  { kind: "mail", scope: "", value: "asha@example.com" },
  { kind: "user", scope: "another-channel", value: "stranger" },
  { kind: "user", scope: "channel-1", value: "visitor-1" },
];
const can = web.capabilities(12);

/** Sends once; tells what was called. */
async function sent(body: MessageBody, { addresses = to, breaks = false } = {}) {
  const calls: { url: string; body: unknown }[] = [];
  const deps: AdapterDeps = {
    fetch: async (url, init) => {
      if (breaks) throw new Error("gone");
      calls.push({ url, body: await new Response(init.body).json() });
      return Response.json({});
    },
    mediaUrl: () => Promise.reject(new Error("not asked for")),
    dataUrl: () => Promise.reject(new Error("not asked for")),
    kept: () => Promise.reject(new Error("not asked for")),
    now: () => 1_750_000_000_000,
  };
  return { ...(await web.send({ id: "m1", to: addresses, body }, channel, deps)), calls };
}

test("every vendor has an adapter", () => {
  const without = vendors.filter(({ code }) => adapterOf(code)?.vendor !== code);
  expect(without.map(({ name }) => name)).toEqual([]);
});

describe("the web channel", () => {
  const kinds = Object.keys(bodies) as MessageKind[];

  test.each(kinds.filter((kind) => can.kinds.includes(kind)))(
    "carries %s to its visitor alone",
    async (kind) => {
      for (const body of bodies[kind]) {
        const { calls, ...result } = await sent(body);
        expect(result).toEqual({ outcome: "sent", vendorId: "web.m1" });
        expect(calls).toEqual([
          {
            url: "https://web.invalid/channel-1/visitor-1",
            body: {
              type: "message",
              message: { id: "m1", way: "out", body, at: "2025-06-15T15:06:40.000Z" },
            },
          },
        ]);
      }
    },
  );

  test.each(kinds.filter((kind) => !can.kinds.includes(kind)))("refuses %s uncalled", async (kind) => {
    for (const body of bodies[kind]) {
      const { calls, outcome, reason } = await sent(body);
      expect([outcome, calls.length]).toEqual(["failed", 0]);
      expect(reason).toContain(kind);
    }
  });

  const limits = { text: can.text, caption: can.caption, label: can.buttons.label, rows: can.rows.most };
  test.each(["text", "caption", "label", "rows"] as const)(
    "takes the longest %s, and refuses more",
    async (part) => {
      expect((await sent(atLimit(limits)[part](0))).outcome).toBe("sent");
      expect((await sent(atLimit(limits)[part](1))).outcome).toBe("failed");
    },
  );

  test("takes or refuses any message, with one call or none", async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const { outcome, calls } = await sent(body);
        expect([outcome, calls.length]).toEqual(outcome === "sent" ? ["sent", 1] : ["failed", 0]);
      }),
      { numRuns: 300 },
    );
  });

  test("refuses a person who has no address on this channel, and does not know what became of a broken call", async () => {
    const [text] = bodies.text;
    expect(await sent(text, { addresses: to.slice(0, 2) })).toMatchObject({ outcome: "failed", calls: [] });
    expect(await sent(text, { breaks: true })).toMatchObject({ outcome: "unknown" });
  });

  test("believes no webhook call", async () => {
    const body = bytes(JSON.stringify({ events: [] }));
    expect(await web.verify(post(body, { "x-simulator-signature": "sha256=" }), channel)).toBe(false);
  });

  test("reads the events that were set aside, and nothing else", async () => {
    const raw = { type: "status", ownId: "m1", status: "read", at: 1 };
    const body = bytes(JSON.stringify({ events: [{ key: "m1:read", raw }] }));
    const events = await web.split(body);
    expect(events).toEqual([{ key: "m1:read", raw }]);
    expect(web.parse(raw, channel)).toEqual([raw]);
    for (const wrong of ["", "{", "[]", '{"events":[{"key":"","raw":1}]}']) {
      await expect(web.split(bytes(wrong))).rejects.toThrow();
    }
    expect(() => web.parse({ type: "hello" }, channel)).toThrow();
  });
});
