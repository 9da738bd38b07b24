import { expect, test } from "vitest";
import { isPreviewed } from "#app/features/graph-editor/previewable.ts";
import { previewed } from "#app/features/graph-editor/previewed.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

const options = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at + 1), label: `Option ${at + 1}` }));
const offer = (count: number) => ({ type: "buttons", data: { text: "Which one?", options: options(count) } });

test("buttons look as the channel carries them: buttons, a list, or numbered words", () => {
  expect(previewed(offer(3), channelTypes.whatsApp)).toMatchObject({
    components: { body: { text: "Which one?" }, buttons: [{ text: "Option 1" }, {}, {}] },
  });
  expect(previewed(offer(5), channelTypes.whatsApp)).toMatchObject({
    components: { buttons: [{ type: "QUICK_REPLY" }] },
    note: expect.stringContaining("list") as string,
  });
  expect(previewed(offer(2), channelTypes.sms)).toMatchObject({
    components: { body: { text: "Which one?\n\n1. Option 1\n2. Option 2" }, buttons: [] },
  });
});

test("a message is shown by the channel's own variant, else by that of every channel, else as nothing", () => {
  const text = (words: string) => ({ kind: "text", text: words });
  const data = {
    variants: [
      { channel: channelTypes.sms, content: text("Short") },
      { channel: -1, content: text("Long") },
    ],
  };
  const words = (type: number, of: object = data) =>
    previewed({ type: "sendMessage", data: of as typeof data }, type as typeof channelTypes.sms);
  expect(words(channelTypes.sms)).toMatchObject({ components: { body: { text: "Short" } } });
  expect(words(channelTypes.whatsApp)).toMatchObject({ components: { body: { text: "Long" } } });
  const only = { variants: data.variants.slice(0, 1) };
  expect(words(channelTypes.whatsApp, only)).toHaveProperty("none");
  expect(words(channelTypes.whatsApp, { variants: "half" })).toHaveProperty("none");
});

test("each step that says something is shown as it says it: questions, forms, payments, mails and SMS", () => {
  const on = (type: string, data: object, channel = channelTypes.whatsApp as typeof channelTypes.sms) =>
    previewed({ type, data: data as Record<string, unknown> }, channel);
  expect(on("ask", { text: "Which city?" })).toMatchObject({ components: { body: { text: "Which city?" } } });
  const choice = { text: "Which?", answer: { kind: "choice", options: ["Pune", "Delhi"] } };
  expect(on("ask", choice)).toMatchObject({ components: { buttons: [{ text: "Pune" }, { text: "Delhi" }] } });
  expect(on("ask", choice, channelTypes.sms)).toMatchObject({
    components: { body: { text: "Which?\n\n1. Pune\n2. Delhi" } },
  });
  const form = { formId: "f", text: "Please fill in", button: "Open" };
  expect(on("form", form)).toMatchObject({ components: { buttons: [{ text: "Open" }] } });
  expect(on("form", { ...form, as: "chat" })).toMatchObject({ components: { buttons: [] } });
  expect(on("whatsappFlow", { flowId: "w", text: "Book", button: "Begin" })).toMatchObject({
    components: { body: { text: "Book" }, buttons: [{ text: "Begin" }] },
  });
  const payment = { amount: { type: "static", value: 5 }, currency: "INR", description: "Fee" };
  expect(on("payment", payment)).toMatchObject({ components: { body: { text: "{payment.url}" } } });
  expect(on("sendMail", { to: "a@b.example", subject: "Hi", text: "Hello" })).toMatchObject({
    components: { header: { format: "TEXT", text: "Hi" }, body: { text: "Hello" } },
  });
  expect(on("sendSms", { text: "Short" })).toMatchObject({ components: { body: { text: "Short" } } });
  for (const type of ["ask", "form", "whatsappFlow", "payment", "sendMail", "sendSms"]) {
    expect(isPreviewed({ type })).toBe(true);
    expect(on(type, { text: 7 })).toHaveProperty("none");
  }
});
