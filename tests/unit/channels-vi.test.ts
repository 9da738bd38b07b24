import { afterAll, describe, expect, test } from "vitest";
import { bytes } from "#tests/support/vendors/deliveries.ts";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import type { BodyOf, Button, MessageBody } from "#workers/contract/message-body.ts";

const vendors = await startVendors();
afterAll(() => vendors.stop());
const row = rowOf("VI");
const { adapter, to } = row;
const channel = row.channel(vendors.url);
const id = "0199c0de-0000-7000-8000-000000000001";
const image = { fileId: "f", mime: "image/png" };

async function sent(body: MessageBody) {
  const before = vendors.calls.length;
  const result = await adapter.send({ id, to, body }, channel, deps());
  const call = vendors.calls.slice(before).findLast(({ path }) => path.includes("/agentMessages"));
  return { ...result, call };
}
const template: BodyOf<"template"> = {
  kind: "template",
  name: "promo1",
  language: "en",
  body: [{ kind: "text", text: 'Asha "A"', name: "NAME" }],
  buttons: [],
  rendered: "Hi Asha",
};
const reply = (token: string): Button => ({ kind: "reply", token, label: token });

describe("a message", () => {
  test("goes under our own id, by which each event names it", async () => {
    const { vendorId, call } = await sent({ kind: "text", text: "Hi" });
    expect(vendorId).toBe(id);
    expect(call?.path).toContain(
      `/rcs/v1/phones/+919812345678/agentMessages/async?botId=bot-1&messageId=${id}`,
    );
  });

  test("asks for one token, however many follow", async () => {
    await sent({ kind: "text", text: "1" });
    await sent({ kind: "text", text: "2" });
    expect(vendors.calls.filter(({ path }) => path.includes("/oauth/token"))).toHaveLength(1);
  });

  test("of a template carries its named variables as JSON within a text", async () => {
    const { call } = await sent(template);
    expect(call?.body).toEqual({
      contentMessage: {
        templateMessage: { templateCode: "promo1", customParams: '{"NAME":"Asha \\"A\\""}' },
      },
    });
  });

  test("of a template without names, or with a file, says why it stays", async () => {
    const unnamed = await sent({ ...template, body: [{ kind: "text", text: "Asha" }] });
    expect([unnamed.outcome, unnamed.reason]).toEqual(["failed", expect.stringContaining("names")]);
    const filed = await sent({ ...template, header: { kind: "image", medium: image } });
    expect([filed.outcome, filed.reason]).toEqual(["failed", expect.stringContaining("keeps")]);
  });

  test("with a picture and words is a card", async () => {
    const { call } = await sent({ kind: "image", medium: image, caption: "Your card" });
    const media = { height: "MEDIUM", contentInfo: { fileUrl: "https://files.example/f" } };
    expect(call?.body).toEqual({
      contentMessage: {
        richCard: {
          standaloneCard: {
            cardOrientation: "VERTICAL",
            cardContent: { description: "Your card", media },
          },
        },
      },
    });
  });

  test("has 11 suggestions below words, 4 on a card", async () => {
    const buttons = (count: number) => Array.from({ length: count }, (_, n) => reply(`t_${n}`));
    const text = "Which?";
    expect((await sent({ kind: "buttons", text, buttons: buttons(11) })).outcome).toBe("sent");
    expect((await sent({ kind: "buttons", text, buttons: buttons(12) })).reason).toContain("11");
    const four = await sent({ kind: "buttons", text, medium: image, buttons: buttons(4) });
    expect(four.outcome).toBe("sent");
    const five = await sent({ kind: "buttons", text, medium: image, buttons: buttons(5) });
    expect([five.outcome, five.call]).toEqual(["failed", undefined]);
    expect(five.reason).toContain("4 buttons");
  });

  test("opens links and calls numbers, where they are whole", async () => {
    const call: Button = { kind: "call", number: "+91 80 1234-5678", label: "Call" };
    const made = await sent({ kind: "buttons", text: "?", buttons: [call] });
    expect(JSON.stringify(made.call?.body)).toContain('"dialAction":{"phoneNumber":"+918012345678"}');
    const short = await sent({ kind: "buttons", text: "?", buttons: [{ ...call, number: "1800" }] });
    expect([short.outcome, short.reason]).toEqual(["failed", expect.stringContaining("country code")]);
  });

  test("of cards has up to 10 of them and no text above", async () => {
    const cards = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        title: `Card ${n}`,
        medium: image,
        buttons: [reply(`t_${n}`)],
      }));
    expect((await sent({ kind: "carousel", cards: cards(2) })).outcome).toBe("sent");
    expect((await sent({ kind: "carousel", cards: cards(10) })).outcome).toBe("sent");
    // One alone is a card of its own.
    expect((await sent({ kind: "carousel", cards: cards(1) })).outcome).toBe("sent");
    expect(JSON.stringify(vendors.calls.at(-1)?.body)).toContain("standaloneCard");
    expect((await sent({ kind: "carousel", text: "Above", cards: cards(2) })).reason).toContain("above");
    const empty = await sent({ kind: "carousel", cards: [{ buttons: [] }, ...cards(1)] });
    expect(empty.reason).toContain("picture");
  });

  test("to somebody without RCS says so, and nothing about the channel", async () => {
    vendors.play({ status: 404, code: 404 });
    const { ofMessage, reason } = await sent({ kind: "text", text: "Hi" });
    expect([ofMessage, reason]).toEqual([true, expect.stringContaining("RCS")]);
  });
});

test("an event is the same within an envelope and bare", async () => {
  const event = { senderPhoneNumber: "+919812345678", messageId: "in-1", text: "Hi" };
  const data = Buffer.from(JSON.stringify(event)).toString("base64");
  const [bare, wrapped] = await Promise.all([
    adapter.split(bytes(event)),
    adapter.split(bytes({ message: { data } })),
  ]);
  expect(wrapped).toEqual(bare);
});

test("delivered and read are two events of one message, and a repeat is none", async () => {
  const at = (eventType: string, eventId?: string) => ({ eventType, eventId, messageId: id, sendTime: "T" });
  const keyOf = async (event: object) => (await adapter.split(bytes(event)))[0]?.key;
  expect(await keyOf(at("DELIVERED", "e"))).not.toBe(await keyOf(at("READ", "e")));
  expect(await keyOf(at("DELIVERED"))).not.toBe(await keyOf(at("READ")));
  expect(await keyOf(at("READ"))).toBe(await keyOf(at("READ")));
});

test("what cannot be read within an envelope is kept as it came", async () => {
  const [event] = await adapter.split(bytes({ message: { data: "bm8gSlNPTg==" } }));
  expect(adapter.parse(event?.raw, channel)).toMatchObject([{ type: "account", what: "unsupported" }]);
});
