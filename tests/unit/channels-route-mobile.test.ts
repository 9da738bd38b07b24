import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { template } from "#tests/support/vendors/bodies.ts";
import { deps, named } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import { keptForAWhile } from "#workers/channels/kept.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

/** Route Mobile's own parts: its login, its words for templates and lists, and whose account it is. */
const vendors = await startVendors();
afterAll(() => vendors.stop());
beforeEach(() => void (vendors.calls.length = 0));

const row = rowOf("Route Mobile");
const adapter = named(vendorCodes.routeMobile);
const channel = row.channel(vendors.url);
const given = (kept = keptForAWhile(() => 0)) => ({ ...deps(), kept });
const send = (body: MessageBody, more: { quoted?: string; to?: typeof row.to } = {}, with_ = given()) =>
  adapter.send({ id: "own-1", to: row.to, body, ...more }, channel, with_);
const logins = () => vendors.calls.filter(({ path }) => path.includes("/auth/"));
/** The content of the call, beside whom it was for. */
const wire = async (body: MessageBody, more: { quoted?: string } = {}) => {
  expect(await send(body, more)).toMatchObject({ outcome: "sent" });
  const { phone, extra, ...said } = (vendors.calls.at(-1)?.body ?? {}) as Record<string, unknown>;
  expect([phone, extra]).toEqual(["+919812345678", "own-1"]);
  return said;
};
const hi: MessageBody = { kind: "text", text: "Hi" };

describe("the login", () => {
  test("is asked for once for many messages, and its token goes bare", async () => {
    const kept = given();
    await Promise.all([send(hi, {}, kept), send(hi, {}, kept), send(hi, {}, kept)]);
    expect(logins()).toHaveLength(1);
    expect(vendors.calls.at(-1)?.token).toMatch(/^played-jwt\./);
  });

  test("is asked for again when the hour is about to end", async () => {
    let now = 0;
    const kept = keptForAWhile(() => now);
    const aged = { ...given(kept), now: () => now };
    await send(hi, {}, aged);
    now = 58 * 60_000;
    await send(hi, {}, aged);
    now = 60 * 60_000;
    await send(hi, {}, aged);
    expect(logins()).toHaveLength(2);
  });

  test.each([
    ["breaks off", { hangUp: "before" as const }, "noLogin"],
    ["meets a failing server", { status: 500 }, "HTTP 500"],
    ["is asked to wait", { status: 429 }, "HTTP 429"],
  ])("that %s leaves the message for later, uncalled", async (_, play, code) => {
    vendors.play(play);
    expect(await send(hi)).toMatchObject({ outcome: "later", code });
    expect(vendors.calls).toHaveLength(1);
  });
});

describe("a template", () => {
  test("carries its header, its variables in their order and each button by its place", async () => {
    expect(await wire(template)).toEqual({
      media: {
        type: "media_template",
        template_name: "order_confirmation",
        lang_code: "en",
        header: [{ image: { link: "https://files.example/file-1", file_name: "a.jpg" } }],
        body: [{ text: "Asha" }, { text: "15 Aug" }],
        button: [
          { button_no: "0", payload: "t_stop" },
          { button_no: "1", url: "orders/1" },
          { button_no: "2", coupon_code: "SAVE10" },
        ],
      },
    });
  });

  test("of an offer carries its end and its code inside the offer", async () => {
    const offer = { ...template, header: undefined, offerEndsAt: 1_733_000_000_000 };
    expect(await wire(offer)).toMatchObject({
      media: {
        limited_time: [
          { expiration_time: 1_733_000_000_000, button: [{ button_no: "2", coupon_code: "SAVE10" }] },
        ],
        button: [{ button_no: "0" }, { button_no: "1" }],
      },
    });
  });

  test("of cards carries each card's file and words", async () => {
    const medium = { url: "https://files.example/car.mp4" };
    const card = { header: { kind: "video" as const, medium }, body: [{ kind: "text" as const, text: "x" }] };
    const cards = { ...template, header: undefined, buttons: [], cards: [card, card] };
    const made = { type: "video", url: medium.url, body: [{ text: "x" }] };
    expect(await wire(cards)).toMatchObject({ media: { carousel: [made, made] } });
  });

  test("whose variables have names is refused with a sentence", async () => {
    const body: MessageBody = { ...template, body: [{ kind: "text", text: "Asha", name: "who" }] };
    const { outcome, reason } = await send(body);
    expect([outcome, reason]).toEqual(["failed", expect.stringContaining("by position")]);
  });
});

test("a text answers a message, and shows what its link leads to", async () => {
  expect(await wire({ kind: "text", text: "See https://bank.example" }, { quoted: "wamid.X" })).toEqual({
    text: "See https://bank.example",
    preview_url: true,
    reply_to: "wamid.X",
  });
});

test("a place without a name is called by where it is", async () => {
  expect(await wire({ kind: "location", latitude: 12.9716, longitude: 1e-9 })).toEqual({
    media: {
      type: "location",
      latitude: "12.9716",
      longitude: "0",
      name: "12.9716, 0",
      address: "12.9716, 0",
    },
  });
});

test("the only section of a list has a title all the same", async () => {
  const rows = [{ token: "t_1", label: "Savings" }];
  expect(await wire({ kind: "list", text: "Which?", open: "Choose", sections: [{ rows }] })).toEqual({
    media: {
      type: "interactive_list",
      body: "Which?",
      button_text: "Choose",
      button: [{ section_title: "Choose", row: [{ id: "t_1", title: "Savings" }] }],
    },
  });
});

test("buttons below a picture carry it as their header", async () => {
  const buttons = [{ kind: "reply" as const, token: "t_yes", label: "Yes" }];
  const medium = { url: "https://files.example/a.jpg", mime: "image/jpeg" };
  expect(await wire({ kind: "buttons", text: "Sure?", footer: "Today", medium, buttons })).toEqual({
    media: {
      type: "interactive_reply",
      header: { type: "image", url: medium.url },
      body: "Sure?",
      footer_text: "Today",
      button: [{ id: "t_yes", title: "Yes" }],
    },
  });
});

test("a link below a message is refused with a sentence that says what to do", async () => {
  const buttons = [{ kind: "url" as const, url: "https://bank.example", label: "Open" }];
  expect((await send({ kind: "buttons", text: "Apply", buttons })).reason).toMatch(/link into the text\.$/);
});

test("somebody of whom only a user id is known is told apart from nobody", async () => {
  const to = [{ kind: "user" as const, scope: "1", value: "US.1" }];
  expect((await send(hi, { to })).reason).toMatch(/needs a phone number/);
});

test("a refusal says which field is wrong, and that it was about the message", async () => {
  const kept = given();
  await send(hi, {}, kept);
  vendors.play({ status: 400, code: 400 });
  expect(await send(hi, {}, kept)).toEqual({
    outcome: "failed",
    code: "HTTP 400",
    reason: "Route Mobile refused the message: media.lang_code: Shorter than minimum length 1.",
    ofMessage: true,
  });
});

describe("a test", () => {
  test("tells the number's limit", async () => {
    expect(await adapter.test(channel, given())).toMatchObject({
      text: "Connected as Lucky Shrub, 919321820001.",
      health: [
        { fact: "flag", value: "no" },
        { fact: "limit", value: "1000" },
      ],
    });
  });

  test("of an account of another number says whose it is", async () => {
    const tested = await adapter.test({ ...channel, contactId: "+91 98765 43210" }, given());
    expect(tested).toEqual({ ok: false, text: expect.stringContaining("919321820001") as string });
  });
});

test("the files of people are asked for with the token, at the vendor's own address", async () => {
  const found = await adapter.media?.find({ vendorId: "m 1" }, channel, deps());
  expect(found?.ok).toBe(true);
  expect(vendors.calls.at(-1)).toMatchObject({
    path: "/route-mobile/wba/v1/media?media_id=m%201&username=luckyshrub",
    token: expect.stringMatching(/^played-jwt/) as string,
  });
});
