import { expect, test } from "vitest";
import { channelTypes, EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { NOW, one, Played, text, whatsApp } from "#tests/support/flow.ts";

test("the variant of the channel is sent, else that for every channel, with names in it", () => {
  const variants = [
    {
      channel: EVERY_CHANNEL,
      content: { kind: "text", text: "Hello {contact.name}, this is {property.shop}" },
    },
    { channel: channelTypes.telegram, content: { kind: "text", text: "Hi {contact.city|there}" } },
  ];
  const it = one("sendMessage", { variants }, ["next"]);
  it.start();
  expect(it.said).toEqual(["Hello Asha, this is Lotus"]);
  expect(it.run.state).toBe("completed");
  const telegram = { ...whatsApp, type: channelTypes.telegram };
  const other = new Played(it.flow, { channel: telegram });
  other.start();
  expect(other.said).toEqual(["Hi there"]);
});

test("outside the window nothing is said, and the run leaves by its port, else with an error", () => {
  const closed = { channel: { ...whatsApp, windowUntil: NOW } };
  const it = new Played(one("sendMessage", text("Hello"), ["next", "noWindow"]).flow, closed);
  it.start();
  expect([it.said, it.path]).toEqual([[], ["start.next", "it.noWindow", "at-noWindow"]]);
  const failed = new Played(one("sendMessage", text("Hello"), ["next"]).flow, closed);
  failed.start();
  expect(failed.run.reason).toMatchObject({ code: "noWindow", nodeId: "it" });
});

test("a missing value, a kind that the channel lacks and no variant at all are errors", () => {
  const missing = one("sendMessage", text("Hello {contact.city}"), ["next", "error"]);
  missing.start();
  expect([missing.said, missing.path.at(-1)]).toEqual([[], "at-error"]);
  expect(missing.all[0]?.steps[1]?.out).toMatchObject({ code: "expression" });
  const sms = {
    channel: { ...whatsApp, type: channelTypes.sms, capabilities: simulatorCapabilities(channelTypes.sms) },
  };
  const picture = { kind: "image", url: "https://example.test/a.png" };
  const carried = one("sendMessage", { variants: [{ channel: EVERY_CHANNEL, content: picture }] }, ["error"]);
  const onSms = new Played(carried.flow, sms);
  onSms.start();
  expect(onSms.path.at(-1)).toBe("at-error");
  carried.start();
  expect(carried.effects).toMatchObject([
    { body: { kind: "image", medium: { url: "https://example.test/a.png" } } },
  ]);
  const none = one("sendMessage", { variants: [] }, ["error"]);
  none.start();
  expect(none.path.at(-1)).toBe("at-error");
});

test("a template goes out by itself, and is waited for where somebody does something about a refusal", () => {
  const data = {
    templateId: "t1",
    mapping: [{ variable: "first", type: "column", value: "contact.name" }],
  };
  const alone = one("sendTemplate", data, ["next"]);
  alone.start();
  expect(alone.effects).toMatchObject([
    { kind: "template", values: { first: "Asha" }, answers: false, key: "r1:2" },
  ]);
  expect(alone.run.state).toBe("completed");
  const refused = one("sendTemplate", data, ["next", "failed", "notAllowed"]);
  refused.start();
  expect(refused.run).toMatchObject({ state: "waiting", waits: [{ kind: "call", seq: 2 }] });
  refused.result({ ok: false, code: "notAllowed", retryable: false });
  expect(refused.path.at(-1)).toBe("at-notAllowed");
  const failed = one("sendTemplate", data, ["next", "failed"]);
  failed.start();
  failed.result({ ok: false, code: "131047", retryable: false });
  expect(failed.path.at(-1)).toBe("at-failed");
});

test("mail and SMS go to the customer, and a refusal leaves by its port", () => {
  const mail = one("sendMail", { to: "{contact.email}", subject: "Hi {contact.name}", text: "Text" }, [
    "next",
    "failed",
  ]);
  mail.start();
  expect(mail.effects).toMatchObject([
    { kind: "mail", to: "asha@example.test", subject: "Hi Asha", answers: true },
  ]);
  mail.result({ ok: true });
  expect(mail.path.at(-1)).toBe("at-next");
  const sms = one("sendSms", { to: "{contact.number}", text: "Hi" }, ["next", "failed"]);
  sms.start();
  sms.result({ ok: false, code: "gone", retryable: false });
  expect([sms.effects[0], sms.path.at(-1)]).toMatchObject([{ to: "+919812345678" }, "at-failed"]);
});
