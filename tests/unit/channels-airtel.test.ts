import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { template } from "#tests/support/vendors/bodies.ts";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

/** Airtel's own parts: its conversations, its ids of templates, its files within JSON, and its sentences. */
const vendors = await startVendors();
afterAll(() => vendors.stop());
beforeEach(() => void (vendors.calls.length = 0));

const row = rowOf("Airtel on WhatsApp");
const rcs = rowOf("Airtel on RCS");
const { adapter, to } = row;
const channel = row.channel(vendors.url);
const rcsChannel = rcs.channel(vendors.url);
type More = { session?: string | undefined; on?: typeof channel };
const send = (body: MessageBody, { session = row.session, on = channel }: More = {}) =>
  adapter.send({ id: "own-1", to, body, session }, on, deps());
const wire = async (body: MessageBody, more: More = {}) => {
  expect(await send(body, more)).toMatchObject({ outcome: "sent" });
  const { path, body: said } = vendors.calls.at(-1) ?? { path: "", body: {} };
  return { path: path.replace(/^.+?\/v1/, ""), said };
};
const hi: MessageBody = { kind: "text", text: "Hi" };
const values: MessageBody = { ...template, header: undefined, buttons: [] };

describe("an answer", () => {
  test("goes under the conversation that the person opened, and a template under none", async () => {
    expect((await wire(hi)).said).toMatchObject({ sessionId: row.session, message: { text: "Hi" } });
    expect((await wire(values)).said).not.toHaveProperty("sessionId");
  });

  test("where the person has opened none is refused uncalled, as one that needs a template", async () => {
    const { outcome, code, reason } = await adapter.send({ id: "m", to, body: hi }, channel, deps());
    expect([outcome, code, vendors.calls.length]).toEqual(["failed", "470", 0]);
    expect(reason).toContain("Send an approved template.");
  });

  test("has one text, of which a header and a footer are lines", async () => {
    const buttons = [{ kind: "reply" as const, token: "t_yes", label: "Yes" }];
    const body = { kind: "buttons" as const, header: "Loan", text: "Sure?", footer: "Today", buttons };
    expect(await wire(body)).toMatchObject({
      path: "/session/send/interactive/buttons",
      said: { message: { text: "Loan\nSure?\nToday" }, buttons: [{ tag: "t_yes", title: "Yes" }] },
    });
  });

  test("of a list has its rows without sections, and two sections are refused", async () => {
    const rows = [{ token: "t_1", label: "Savings", description: "4 %" }];
    const list = { kind: "list" as const, text: "Which?", open: "Choose", sections: [{ rows }] };
    const options = [{ tag: "t_1", title: "Savings", description: "4 %" }];
    expect((await wire(list)).said).toMatchObject({ list: { heading: "Choose", options } });
    const two = [
      { title: "A", rows },
      { title: "B", rows: [{ token: "t_2", label: "Current" }] },
    ];
    expect((await send({ ...list, sections: two })).reason).toContain("without sections");
  });

  test("takes a file by its address", async () => {
    const medium = { url: "https://files.example/a.pdf", mime: "application/pdf", name: "a.pdf" };
    expect((await wire({ kind: "document", medium, caption: "Terms" })).said).toMatchObject({
      mediaAttachment: { type: "DOCUMENT", url: medium.url, fileName: "a.pdf", caption: "Terms" },
    });
  });
});

describe("a template", () => {
  test("is called by Airtel's id, with its values in their order", async () => {
    const buttons = [
      { place: 0, kind: "reply" as const, value: "t_stop" },
      { place: 1, kind: "url" as const, value: "orders/1" },
    ];
    expect(await wire({ ...template, name: "01jj1c8ddqvjdd5v9hp63d850p", buttons })).toEqual({
      path: "/template/send",
      said: {
        to: "919812345678",
        from: "919321820009",
        templateId: "01jj1c8ddqvjdd5v9hp63d850p",
        filterBlacklistNumbers: false,
        message: { variables: ["Asha", "15 Aug"], payload: ["t_stop"], suffix: "orders/1" },
        mediaAttachment: { type: "IMAGE", url: "https://files.example/file-1", fileName: "a.jpg" },
      },
    });
  });

  test("whose cards' files lie at Airtel shows them by their ids", async () => {
    const card = (id: string) => ({
      header: { kind: "image" as const, medium: { vendorId: id } },
      body: [{ kind: "text" as const, text: "x" }],
    });
    const carouselCard = ["m1", "m2"].map((carouselMediaId, index) => ({
      index,
      carouselMediaId,
      carouselMediaType: "IMAGE",
      carouselBodyVariables: ["x"],
    }));
    expect((await wire({ ...values, cards: [card("m1"), card("m2")] })).said).toMatchObject({
      message: { carouselCard },
    });
  });

  test.each<[string, Partial<typeof template>, string]>([
    ["named variables", { body: [{ kind: "text", text: "Asha", name: "who" }] }, "by position"],
    ["a code to copy", { buttons: [{ place: 0, kind: "code", value: "SAVE10" }] }, "no code to copy"],
    ["an offer's end", { offerEndsAt: 1 }, "no offer's end"],
    [
      "two links",
      { buttons: [0, 1].map((place) => ({ place, kind: "url" as const, value: "x" })) },
      "one link at most",
    ],
  ])("with %s is refused with a sentence", async (_, more, words) => {
    const { outcome, reason } = await send({ ...values, ...more } as MessageBody);
    expect([outcome, reason, vendors.calls.length]).toEqual([
      "failed",
      expect.stringContaining(words) as string,
      0,
    ]);
  });
});

describe("by RCS", () => {
  const on = rcsChannel;

  test("a template goes with its values, and any other message as Google's own content", async () => {
    const account = { customerId: "LUCKYSHRUB_1", subAccountId: "sub-9", agentId: "agent-9" };
    const textVariables = ["Asha", "15 Aug"];
    expect((await wire(values, { on })).said).toEqual({
      ...account,
      msisdn: "+919812345678",
      templateId: "order_confirmation",
      templateVariableData: { textVariables },
    });
    expect((await wire(hi, { on })).said).toMatchObject({ contentMessage: { text: "Hi" } });
  });

  test.each([
    ["Free Flow Messages have been limited", "470", /conversation/],
    ["Validation Error: 404 Not Found NOT_FOUND", "HTTP 400", /reached by RCS/],
    ["Template is not active/approved!!", "HTTP 400", /Template is not active/],
  ])("%s is told as %s, and says nothing of the channel", async (message, code, reason) => {
    vendors.play({ status: 200, body: JSON.stringify({ success: false, code: 400, message }) });
    expect(await send(hi, { on })).toEqual({
      outcome: "failed",
      code,
      reason: expect.stringMatching(reason) as string,
      ofMessage: true,
    });
  });

  test("success counts and not the HTTP status", async () => {
    vendors.play({ status: 200, body: JSON.stringify({ success: true, messageRequestId: "r-1" }) });
    expect(await send(hi, { on })).toEqual({ outcome: "sent", vendorId: "r-1" });
  });

  test("the word of the gateway is taken with “Basic” before it, and without", async () => {
    const { accKey = "" } = on.secrets;
    await send(hi, { on: { ...on, secrets: { accKey: `Basic ${accKey}` } } });
    expect(vendors.calls.at(-1)?.token).toBe(`Basic ${accKey}`);
  });
});

test("an answer that has everything one step deeper names the message", async () => {
  vendors.play({ body: JSON.stringify({ data: { messageRequestId: "r-2" } }) });
  expect(await send(hi)).toEqual({ outcome: "sent", vendorId: "r-2" });
});

describe("a file that came in", () => {
  /** Answers the bytes in pieces of that size, so that every cut is tried. */
  const find = async (text: string, size: number) => {
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const fetch = async () => new Response(stream);
    const found = await adapter.media?.find({ vendorId: "m 1" }, channel, { fetch });
    if (!found?.ok) throw new Error("not found");
    return Buffer.from(await found.response.arrayBuffer());
  };
  const file = Buffer.from(Array.from({ length: 1_000 }, (_, n) => (n * 7) % 256));

  test.each([1, 2, 3, 5, 7, 64, 10_000])("is whole, in pieces of %i bytes", async (size) => {
    const base64 = file.toString("base64");
    for (const words of [base64, base64.replaceAll("/", "\\/")])
      expect(await find(`{"name":"a.jpg", "bytes" : "${words}","more":"x"}`, size)).toEqual(file);
  });

  test("that breaks off is no file, and no part of one", async () => {
    await expect(find('{"bytes":"AAAA', 7)).rejects.toThrow("not whole");
  });

  test.each(["", "{}", '{"error":{"code":"1008"}}', "x".repeat(10_000)])(
    "is not there in %j, and may be later",
    async (body) => {
      await expect(find(body, 7)).rejects.toThrow("not found");
    },
  );

  test("is asked for with the account, at the vendor's own address", async () => {
    const found = await adapter.media?.find({ vendorId: "m 1" }, channel, deps());
    expect(found?.ok && (await found.response.text())).toBe("the bytes of m 1");
    expect(vendors.calls.at(-1)?.path).toContain("/download/media?mediaId=m%201&businessId=LUCKYSHRUB_B");
  });
});
