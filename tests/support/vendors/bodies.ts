import type { BodyOf, MessageBody, MessageKind } from "#workers/contract/message-body.ts";

/** A kind's own body; image, video, audio and document share one. */
type OfKind<Kind extends MessageKind> = MessageBody & { kind: Kind };

/** Messages of every kind, as the house would send them. */

const image = { fileId: "file-1", mime: "image/jpeg", name: "a.jpg" };
const reply = (token: string, label: string) => ({ kind: "reply" as const, token, label });
const link = (label: string) => ({ kind: "url" as const, url: "https://bank.example/apply", label });
const card = (title: string, ...buttons: BodyOf<"carousel">["cards"][number]["buttons"]) => ({
  medium: image,
  title,
  text: "From 4 % a year",
  buttons,
});

export const template: BodyOf<"template"> = {
  kind: "template",
  name: "order_confirmation",
  language: "en",
  header: { kind: "image", medium: image },
  body: [
    { kind: "text", text: "Asha" },
    { kind: "text", text: "15 Aug" },
  ],
  buttons: [
    { place: 0, kind: "reply", value: "t_stop" },
    { place: 1, kind: "url", value: "orders/1" },
    { place: 2, kind: "code", value: "SAVE10" },
  ],
  rendered: "Hi Asha, your order arrives on 15 Aug.",
};

export const bodies: {
  [Kind in MessageKind]: readonly [OfKind<Kind>, ...MessageBody[]];
} = {
  text: [
    { kind: "text", text: "Hi *Asha* <b>नमस्ते</b> 🌱" },
    { kind: "text", text: "See https://bank.example" },
  ],
  image: [
    { kind: "image", medium: image, caption: "Your card" },
    { kind: "image", medium: { vendorId: "AgAC-big" } },
    { kind: "image", medium: { url: "https://files.example/s.webp", mime: "image/webp" }, sticker: true },
  ],
  video: [{ kind: "video", medium: { ...image, mime: "video/mp4" }, caption: "How it works" }],
  audio: [
    { kind: "audio", medium: { ...image, mime: "audio/ogg" }, voice: true },
    { kind: "audio", medium: { ...image, mime: "audio/mpeg" } },
  ],
  document: [
    { kind: "document", medium: { ...image, mime: "application/pdf", name: "loan.pdf" }, caption: "Terms" },
  ],
  location: [
    { kind: "location", latitude: 12.9716, longitude: 77.5946, name: "Branch", address: "MG Road" },
    { kind: "location", latitude: 0, longitude: 0 },
  ],
  contact: [{ kind: "contact", contacts: [{ name: "Branch desk", phones: ["+918012345678"] }] }],
  flow: [
    {
      kind: "flow",
      text: "Book your visit",
      header: "Visit",
      footer: "Takes a minute",
      button: "Book",
      token: "f_1",
      flowId: "flow-1",
      vendorId: "1234567890",
      action: "navigate",
      screen: "DAY",
      data: { name: "Asha" },
    },
    {
      ...{ kind: "flow", text: "Book", button: "Book", token: "f_2" },
      flowId: "flow-1",
      vendorId: "1234567890",
      action: "data_exchange",
      draft: true,
    },
  ],
  template: [
    template,
    {
      ...template,
      header: { kind: "text", text: "Order", name: "what" },
      buttons: [],
      offerEndsAt: 1_733_000_000_000,
    },
    { ...template, header: undefined, body: [], buttons: [] },
    {
      ...template,
      header: undefined,
      cards: [0, 1].map(() => ({
        header: { kind: "image" as const, medium: image },
        body: [{ kind: "text" as const, text: "x" }],
      })),
    },
  ],
  buttons: [
    {
      kind: "buttons",
      text: "Sure?",
      footer: "Reply within a day",
      buttons: [reply("t_yes", "Yes"), reply("t_no", "No")],
    },
    { kind: "buttons", text: "Sure?", medium: image, buttons: [reply("t_yes", "Yes")] },
    { kind: "buttons", text: "Apply", header: "Loans", buttons: [link("Open the form")] },
  ],
  list: [
    {
      kind: "list",
      text: "Which account?",
      header: "Accounts",
      open: "Choose",
      sections: [
        { title: "Saving", rows: [{ token: "t_1", label: "Savings", description: "4 % a year" }] },
        { title: "Paying", rows: [{ token: "t_2", label: "Current" }] },
      ],
    },
  ],
  carousel: [
    {
      kind: "carousel",
      text: "Our loans",
      cards: [card("Car", reply("t_car", "More")), card("Home", reply("t_home", "More"))],
    },
    { kind: "carousel", text: "Our loans", cards: [card("Car", link("Open")), card("Home", link("Open"))] },
  ],
  reaction: [
    { kind: "reaction", to: "1111222233:41", emoji: "👍" },
    { kind: "reaction", to: "1111222233:41", emoji: "" },
  ],
  edit: [{ kind: "edit", of: "1111222233:41", text: "Hi again" }],
  revoke: [{ kind: "revoke", of: "1111222233:41" }],
  formAnswer: [{ kind: "formAnswer", token: "t_yes", label: "Yes" }],
  system: [{ kind: "system", what: "user_changed_number", text: "changed" }],
  unsupported: [{ kind: "unsupported", type: "poll" }],
  echo: [{ kind: "echo", body: { kind: "text", text: "From the app" } }],
};

/** Messages beside the limits of a channel: the longest that fits, and one more. */
export const atLimit = (most: { text: number; caption: number; label: number; rows: number }) => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ token: `t_${n}`, label: `Row ${n}` }));
  return {
    text: (over: number): MessageBody => ({ kind: "text", text: "x".repeat(most.text + over) }),
    caption: (over: number): MessageBody => ({
      kind: "image",
      medium: image,
      caption: "x".repeat(most.caption + over),
    }),
    label: (over: number): MessageBody => ({
      kind: "buttons",
      text: "?",
      buttons: [reply("t_a", "x".repeat(most.label + over))],
    }),
    rows: (over: number): MessageBody => ({
      kind: "list",
      text: "?",
      open: "Choose",
      sections: Array.from({ length: Math.ceil((most.rows + over) / 10) }, (_, n) => ({
        title: `Part ${n}`,
        rows: rows(most.rows + over).slice(n * 10, n * 10 + 10),
      })),
    }),
  };
};
