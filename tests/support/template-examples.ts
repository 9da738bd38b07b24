import { channelTypes } from "#workers/contract/channel-types.ts";
import type { RuleName } from "#workers/contract/templates/places.ts";
import {
  type Card,
  type Components,
  type Dlt,
  components as componentsSchema,
  type Template,
  type TemplateButton,
} from "#workers/contract/templates/template.ts";

/** Templates that keep every rule, and for each rule one that just breaks it beside one that just does not. */

const parts = (some: Partial<Components>): Components => ({ ...componentsSchema.parse({}), ...some });
const button = (some: Partial<TemplateButton>): TemplateButton => ({
  type: "QUICK_REPLY",
  text: "Track",
  value: "",
  example: "",
  ...some,
});
const medium = { fileId: "file-1", mime: "image/png", name: "shoes.png", bytes: 20_000 };
const picture = { format: "IMAGE", text: "", medium } as const;
const site = button({ type: "URL", text: "Open", value: "https://shop.example/orders" });
const flow = button({ type: "FLOW", text: "Book", value: "flow-1" });
const code = button({ type: "COPY_CODE", text: "", example: "SAVE20" });
const phone = button({ type: "PHONE_NUMBER", text: "Call us", value: "+919876543210" });
const reply = (text: string) => button({ text });
const card = (some: Partial<Card> = {}): Card => ({
  header: picture,
  body: { text: "Blue shoes for the rain" },
  buttons: [reply("Buy")],
  ...some,
});

const base: Template = {
  name: "order_shipped",
  language: "en",
  category: "UTILITY",
  components: parts({
    body: { text: "Hello {{1}}, your order {{2}} is on its way to you now." },
    samples: { "body/1": "Asha", "body/2": "B-1042" },
  }),
};

type Change = Partial<Omit<Template, "components">> & { components?: Partial<Components> };
const changed = (from: Template, { components, ...rest }: Change): Template => ({
  ...from,
  ...rest,
  components: { ...from.components, ...components },
});

const offer = changed(base, {
  category: "MARKETING",
  components: {
    header: picture,
    limited_time_offer: { text: "Ends soon", hasExpiration: true },
    buttons: [code, site],
  },
});
const carousel = changed(base, {
  category: "MARKETING",
  components: {
    body: { text: "" },
    samples: {},
    bodyBubbleText: "Shoes of the season",
    cards: [card(), card({ body: { text: "Red shoes for the sun" } })],
  },
});
const authentication = changed(base, {
  category: "AUTHENTICATION",
  components: { body: { text: "{{1}} is your code." }, samples: { "body/1": "123456" }, buttons: [code] },
});
export const kept = { base, offer, carousel, authentication };

const dlt: Dlt = { templateId: "1107160000000012345", header: "T", links: ["https://bank.example/"] };
const sms: Template = changed(base, {
  name: "Debit alert",
  components: {
    body: { text: "Dear {#var#}, Rs {#numeric#} left your account. See https://bank.example/a" },
    samples: {},
    dlt,
  },
});
const rcs = changed(base, { components: { samples: {} } });
const rcsCards = changed(carousel, { name: "Shoes" });
const mail = changed(base, {
  name: "Your statement",
  components: {
    header: { format: "TEXT", text: "Your statement of {{month}}", medium: null },
    body: { text: "Dear {{name}}, it is here." },
    samples: {},
    buttons: [site],
  },
});
/** Those of other channels, by the code of their type. */
export const keptBy = {
  [channelTypes.sms]: [sms],
  [channelTypes.rcs]: [rcs, rcsCards],
  [channelTypes.email]: [mail],
};

const body = (text: string, samples: Record<string, string> = {}): Change => ({
  components: { body: { text }, samples },
});
const header = (text: string, samples: Record<string, string> = {}): Change => ({
  components: {
    header: { format: "TEXT", text, medium: null },
    samples: { ...base.components.samples, ...samples },
  },
});
const headed = (format: "IMAGE" | "VIDEO" | "DOCUMENT", of: typeof medium | null): Change => ({
  components: { header: { format, text: "", medium: of } },
});
const footer = (text: string): Change => ({ components: { footer: { text } } });
const buttons = (...all: TemplateButton[]): Change => ({ components: { buttons: all } });
const url = (value: string, example = ""): Change => buttons(button({ ...site, value, example }));
const calls = (value: string): Change => buttons(button({ ...phone, value }));
const copies = (example: string): Change => buttons(button({ ...code, example }));
const cards = (...all: Card[]): Change => ({ components: { cards: all } });
const numbered = (count: number, text = "Reply"): TemplateButton[] =>
  Array.from({ length: count }, (_, index) => reply(`${text} ${index}`));
const repeated = (word: string, count: number): string => Array.from({ length: count }, () => word).join("");
const film = { format: "VIDEO", text: "", medium: { ...medium, mime: "video/mp4" } } as const;

const said = (text: string): Change => ({ components: { body: { text } } });
const underDlt = (some: Partial<Dlt>): Change => ({ components: { dlt: { ...dlt, ...some } } });

/** For each rule: what breaks it, what just does not, and the template that both change (`base` where none is named). */
export const examples: Record<RuleName, [breaks: Change, keeps: Change, of?: Template]> = {
  "name.required": [{ name: " " }, { name: "a" }],
  "name.letters": [{ name: "Order-Shipped" }, { name: "order_2" }],
  "name.length": [{ name: repeated("a", 513) }, { name: repeated("a", 512) }],
  "language.known": [{ language: "xx" }, { language: "pt_BR" }],

  "body.required": [body(" \n"), body("Hi there")],
  "body.length": [body(repeated("a", 1_025)), body(repeated("a", 1_024))],
  "body.newlines": [body("One\n\n\ntwo"), body("One\n\ntwo")],
  "body.spaces": [body("One     two"), body("One    two")],
  "body.tabs": [body("One\ttwo"), body("One two")],
  "body.emoji": [body(`Hi ${repeated("🎉", 11)}`), body(`Hi ${repeated("🎉", 10)}`)],
  "body.filled": [
    body(`${repeated("a ", 500)}{{1}} b`, { "body/1": repeated("c", 23) }),
    body(`${repeated("a ", 500)}{{1}} b`, { "body/1": repeated("c", 22) }),
  ],

  "variable.braces": [
    body("Your order {1} is on its way"),
    body("Your order {{1}} is on its way", { "body/1": "B" }),
  ],
  "variable.name": [
    body("Your order {{Order No}} is on its way", { "body/Order No": "B" }),
    body("Your order {{order_no}} is on its way", { "body/order_no": "B" }),
  ],
  "variable.mixed": [
    body("Your order {{1}} goes by {{carrier}} to you now", { "body/1": "B", "body/carrier": "post" }),
    body("Your order {{no}} goes by {{carrier}} to you now", { "body/no": "B", "body/carrier": "post" }),
  ],
  "variable.order": [
    body("Your order {{1}} goes by {{3}} to you now", { "body/1": "B", "body/3": "post" }),
    body("Your order {{2}} goes by {{1}} to you now", { "body/1": "B", "body/2": "post" }),
  ],
  "variable.edge": [
    body("Your order is on its way, {{1}}!", { "body/1": "Asha" }),
    body("Your order is on its way, {{1}} dear", { "body/1": "Asha" }),
  ],
  "variable.adjacent": [
    body("Your order {{1}}, {{2}} is on its way to you", { "body/1": "B", "body/2": "C" }),
    body("Your order {{1}} and {{2}} are on their way to you", { "body/1": "B", "body/2": "C" }),
  ],
  "variable.density": [
    body("Order {{1}} ships", { "body/1": "B" }),
    body("Order {{1}} ships today", { "body/1": "B" }),
  ],
  "sample.required": [
    { components: { samples: { "body/1": "Asha" } } },
    { components: { samples: { "body/1": "Asha", "body/2": "B" } } },
  ],
  "sample.plain": [
    { components: { samples: { "body/1": "As\nha", "body/2": "B" } } },
    { components: { samples: { "body/1": "As    ha", "body/2": "B" } } },
  ],
  "sample.variable": [
    { components: { samples: { "body/1": "{{1}}", "body/2": "B" } } },
    { components: { samples: { "body/1": "{1}", "body/2": "B" } } },
  ],

  "header.required": [header(" "), header("Your order")],
  "header.length": [header(repeated("a", 61)), header(repeated("a", 60))],
  "header.variables": [
    header("Order {{1}} of {{2}}", { "header/1": "B", "header/2": "May" }),
    header("Order {{1}}", { "header/1": "B" }),
  ],
  "header.newlines": [header("Your\norder"), header("Your order")],
  "header.format": [header("Your *order*"), header("Order {{1}}", { "header/1": "B" })],
  "header.emoji": [header("Your order 🎉"), header("Your order #7")],
  "header.medium": [headed("IMAGE", null), headed("IMAGE", medium)],
  "header.type": [
    headed("DOCUMENT", { ...medium, mime: "application/msword" }),
    headed("DOCUMENT", { ...medium, mime: "application/pdf" }),
  ],
  "header.size": [
    headed("IMAGE", { ...medium, bytes: 5 * 1_048_576 + 1 }),
    headed("IMAGE", { ...medium, bytes: 5 * 1_048_576 }),
  ],

  "footer.required": [footer(""), footer("Reply STOP to end")],
  "footer.length": [footer(repeated("a", 61)), footer(repeated("a", 60))],
  "footer.variables": [footer("Yours, {{1}}"), footer("Yours, the shop")],
  "footer.newlines": [footer("Yours,\nthe shop"), footer("Yours, the shop")],

  "buttons.most": [buttons(...numbered(11)), buttons(...numbered(10))],
  "buttons.urls": [
    buttons(site, button({ ...site, text: "Two" }), button({ ...site, text: "Three" })),
    buttons(site, button({ ...site, text: "Two" })),
  ],
  "buttons.phones": [buttons(phone, button({ ...phone, text: "Call them" })), buttons(phone)],
  "buttons.codes": [buttons(code, code), buttons(code)],
  "buttons.flows": [buttons(flow, { ...flow, text: "Again" }), buttons(flow)],
  "buttons.grouped": [
    buttons(reply("One"), site, reply("Two")),
    buttons(reply("One"), reply("Two"), site, phone),
  ],
  "button.required": [buttons(reply(" ")), buttons(reply("Yes"))],
  "button.length": [buttons(reply(repeated("a", 26))), buttons(reply(repeated("a", 25)))],
  "button.twice": [buttons(reply("Yes"), reply("yes ")), buttons(reply("Yes"), reply("No"))],
  "button.plain": [buttons(reply("Yes 🎉")), buttons(reply("Yes, please!"))],
  "url.required": [url(""), url("https://shop.example")],
  "url.valid": [url("shop.example"), url("http://shop.example")],
  "url.length": [
    url(`https://shop.example/${repeated("a", 1_980)}`),
    url(`https://shop.example/${repeated("a", 1_979)}`),
  ],
  "url.whatsapp": [url("https://wa.me/919876543210"), url("https://wa.me.shop.example/")],
  "url.short": [url("https://bit.ly/3xYz"), url("https://orbit.ly/3xYz")],
  "url.variables": [
    url("https://shop.example/{{1}}/{{2}}", "https://shop.example/a/b"),
    url("https://shop.example/{{1}}", "https://shop.example/a"),
  ],
  "url.end": [
    url("https://shop.example/{{1}}/track", "https://shop.example/a/track"),
    url("https://shop.example/track/{{1}}", "https://shop.example/track/a"),
  ],
  "url.sample": [
    url("https://shop.example/{{1}}", "a"),
    url("https://shop.example/{{1}}", "https://shop.example/a"),
  ],
  "url.sampleStart": [
    url("https://shop.example/{{1}}", "https://other.example/a"),
    url("https://shop.example/{{1}}", "https://shop.example/a"),
  ],
  "phone.valid": [calls("9876543210"), calls("+91 98765-43210")],
  "phone.length": [calls("+91 98765 43210 00000"), calls("+91 98765 43210 0000")],
  "flow.required": [buttons({ ...flow, value: " " }), buttons(flow)],
  "code.required": [copies(""), copies("A")],
  "code.length": [copies(repeated("A", 16)), copies(repeated("A", 15))],
  "code.letters": [copies("SAVE-20"), copies("SAVE20")],

  "authentication.button": [buttons(code, reply("No")), buttons(code), authentication],
  "authentication.parts": [
    { components: { header: { format: "TEXT", text: "Your code", medium: null } } },
    footer("Ends in 5 minutes"),
    authentication,
  ],
  "authentication.plain": [
    body("{{1}} is your code for https://shop.example", { "body/1": "1" }),
    body("{{1}} is your code for the shop", { "body/1": "1" }),
    authentication,
  ],
  "authentication.variable": [
    body("That is your code."),
    body("{{1}} is it", { "body/1": "1" }),
    authentication,
  ],

  "offer.category": [{ category: "UTILITY" }, { category: "MARKETING" }, offer],
  "offer.required": [
    { components: { limited_time_offer: { text: "", hasExpiration: true } } },
    { components: { limited_time_offer: { text: "Today", hasExpiration: true } } },
    offer,
  ],
  "offer.length": [
    { components: { limited_time_offer: { text: repeated("a", 16), hasExpiration: true } } },
    { components: { limited_time_offer: { text: repeated("a", 15), hasExpiration: true } } },
    offer,
  ],
  "offer.header": [
    headed("DOCUMENT", { ...medium, mime: "application/pdf" }),
    { components: { header: null } },
    offer,
  ],
  "offer.footer": [footer("The shop"), { components: { footer: null } }, offer],
  "offer.body": [body(repeated("a", 601)), body(repeated("a", 600)), offer],
  "offer.url": [buttons(code), buttons(code, site), offer],
  "offer.buttons": [buttons(code, site, reply("No")), buttons(code, site), offer],
  "offer.code": [buttons(site, code), buttons(code, site), offer],
  "offer.expires": [
    buttons(site),
    { components: { buttons: [site], limited_time_offer: { text: "Today", hasExpiration: false } } },
    offer,
  ],

  "carousel.cards": [cards(card()), cards(card(), card()), carousel],
  "carousel.bubble": [
    { components: { bodyBubbleText: "" } },
    { components: { bodyBubbleText: "Shoes" } },
    carousel,
  ],
  "carousel.category": [{ category: "AUTHENTICATION" }, { category: "UTILITY" }, carousel],
  "carousel.alone": [footer("The shop"), { components: { footer: null } }, carousel],
  "carousel.header": [
    cards(card(), card({ header: { format: "TEXT", text: "Shoes", medium: null } })),
    cards(card({ header: film }), card({ header: film })),
    carousel,
  ],
  "carousel.headers": [
    cards(card(), card({ header: film })),
    cards(card({ header: film }), card({ header: film })),
    carousel,
  ],
  "carousel.medium": [
    cards(card(), card({ header: { ...picture, medium: null } })),
    cards(card(), card()),
    carousel,
  ],
  "card.length": [
    cards(card(), card({ body: { text: repeated("a", 161) } })),
    cards(card(), card({ body: { text: repeated("a", 160) } })),
    carousel,
  ],
  "card.newlines": [
    cards(card(), card({ body: { text: "a\nb\nc\nd" } })),
    cards(card(), card({ body: { text: "a\nb\nc" } })),
    carousel,
  ],
  "card.bodies": [
    cards(card(), card({ body: { text: "" } })),
    cards(card({ body: { text: "" } }), card({ body: { text: "" } })),
    carousel,
  ],
  "card.buttons": [
    cards(card({ buttons: numbered(3) }), card({ buttons: numbered(3) })),
    cards(card({ buttons: numbered(2) }), card({ buttons: numbered(2) })),
    carousel,
  ],
  "card.sameButtons": [
    cards(card(), card({ buttons: [site] })),
    cards(card({ buttons: [site] }), card({ buttons: [{ ...site, text: "Look" }] })),
    carousel,
  ],
  "card.code": [
    cards(card({ buttons: [code] }), card({ buttons: [code] })),
    cards(card({ buttons: [phone] }), card({ buttons: [phone] })),
    carousel,
  ],

  "sms.parts": [said(repeated("a", 1_531)), said(repeated("a", 1_530)), sms],
  "sms.alone": [footer("Bye"), {}, sms],
  "dlt.id": [underDlt({ templateId: "12345678x" }), underDlt({ templateId: "1234567890" }), sms],
  "dlt.header": [underDlt({ header: "" }), underDlt({ header: "G" }), sms],
  "dlt.category": [underDlt({ header: "P" }), { category: "MARKETING", ...underDlt({ header: "P" }) }, sms],
  "dlt.tags": [said("Dear {{1}}, hello"), said("Dear {#alphanumeric#}, hello"), sms],
  "dlt.link": [
    underDlt({ links: ["https://bank.example/", "bank"] }),
    underDlt({ links: ["https://bank.example/", "http://bank.example"] }),
    sms,
  ],
  "dlt.links": [said("See https://other.example"), said("See https://bank.example/x"), sms],

  "rcs.required": [said(" "), { components: { body: { text: "" }, header: film } }, rcs],
  "rcs.text": [said(repeated("a", 2_501)), said(repeated("a", 2_500)), rcs],
  "rcs.header": [header("Hello"), { components: { header: picture } }, rcs],
  "rcs.medium": [
    { components: { header: { ...picture, medium: null } } },
    { components: { header: picture } },
    rcs,
  ],
  "rcs.cards": [
    cards(...Array.from({ length: 11 }, () => card())),
    cards(...Array.from({ length: 10 }, () => card())),
    rcsCards,
  ],
  "rcs.card": [
    cards(card(), card({ header: null, body: { text: "" } })),
    cards(card(), card({ body: { text: "" } })),
    rcsCards,
  ],
  "rcs.cardText": [
    cards(card(), card({ body: { text: repeated("a", 2_001) } })),
    cards(card(), card({ body: { text: repeated("a", 2_000) } })),
    rcsCards,
  ],
  "rcs.buttons": [buttons(...numbered(12)), buttons(...numbered(11)), rcs],
  "rcs.cardButtons": [
    cards(card(), card({ buttons: numbered(5) })),
    cards(card(), card({ buttons: numbered(4) })),
    rcsCards,
  ],
  "rcs.flow": [buttons(flow), buttons(phone), rcs],
  "rcs.code": [buttons(code), buttons(phone), rcs],

  "mail.subject": [{ components: { header: null } }, header("Hello"), mail],
  "mail.subjectLength": [header(repeated("a", 201)), header(repeated("a", 200)), mail],
  "mail.subjectLine": [header("One\nTwo"), header("One, two"), mail],
  "mail.buttons": [buttons(phone), buttons(site, site), mail],
  "mail.alone": [
    { components: { limited_time_offer: { text: "Now", hasExpiration: false } } },
    { components: { limited_time_offer: null } },
    mail,
  ],
};

/** The type is that of the channel whose rule it is. */
export const exampleOf = (rule: RuleName): { breaks: Template; keeps: Template; type: number } => {
  const [breaks, keeps, of = base] = examples[rule];
  const found = Object.entries(keptBy).find(([, all]) => all.includes(of));
  const type = found ? Number(found[0]) : channelTypes.whatsApp;
  return { breaks: changed(of, breaks), keeps: changed(of, keeps), type };
};
