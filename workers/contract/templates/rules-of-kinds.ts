import { emojiIn, isBlank, LIMITS, type Rule, type Rules, when } from "./places.ts";
import type { Card, Components } from "./template.ts";
import { variablesIn } from "./variables.ts";

const offers =
  (
    place: string,
    breaks: (components: Components, offer: { hasExpiration: boolean; text: string }) => boolean,
  ): Rule =>
  ({ components }) =>
    when(components.limited_time_offer !== null && breaks(components, components.limited_time_offer), place);

const carousels =
  (place: string, breaks: (components: Components) => boolean): Rule =>
  ({ components }) =>
    when(components.cards.length > 0 && breaks(components), place);

const eachCard =
  (field: string, breaks: (card: Card, cards: readonly Card[]) => boolean): Rule =>
  ({ components: { cards } }) =>
    cards.flatMap((card, index) => when(breaks(card, cards), `cards.${index}.${field}`));

const authentication =
  (place: string, breaks: (components: Components) => boolean): Rule =>
  ({ category, components }) =>
    when(category === "AUTHENTICATION" && breaks(components), place);

const typesOf = (card: Card): string => card.buttons.map(({ type }) => type).join();
/** Templates for codes, those with an offer that ends, and carousels. */
export const rulesOfKinds: Rules<"authentication" | "offer" | "carousel" | "card"> = {
  "authentication.button": authentication(
    "buttons",
    ({ buttons }) => buttons.length !== 1 || buttons[0]?.type !== "COPY_CODE",
  ),
  "authentication.parts": authentication(
    "category",
    ({ header, limited_time_offer, cards }) =>
      header !== null || limited_time_offer !== null || cards.length > 0,
  ),
  "authentication.plain": authentication(
    "body.text",
    ({ body }) => /https?:\/\/|www\./i.test(body.text) || emojiIn(body.text) > 0,
  ),
  "authentication.variable": authentication("body.text", ({ body }) => variablesIn(body.text).length !== 1),

  "offer.category": ({ category, components }) =>
    when(components.limited_time_offer !== null && category !== "MARKETING", "category"),
  "offer.required": offers("limited_time_offer.text", (_, { text }) => isBlank(text)),
  "offer.length": offers("limited_time_offer.text", (_, { text }) => text.length > LIMITS.offer),
  "offer.header": offers(
    "header.format",
    ({ header }) => header !== null && header.format !== "IMAGE" && header.format !== "VIDEO",
  ),
  "offer.footer": offers("footer.text", ({ footer }) => footer !== null),
  "offer.body": offers("body.text", ({ body }) => body.text.length > LIMITS.offerBody),
  "offer.url": offers("buttons", ({ buttons }) => buttons.filter(({ type }) => type === "URL").length !== 1),
  "offer.buttons": offers("buttons", ({ buttons }) =>
    buttons.some(({ type }) => type !== "URL" && type !== "COPY_CODE"),
  ),
  "offer.code": offers("buttons", ({ buttons }) => buttons.findIndex(({ type }) => type === "COPY_CODE") > 0),
  "offer.expires": offers(
    "buttons",
    ({ buttons }, { hasExpiration }) => hasExpiration && !buttons.some(({ type }) => type === "COPY_CODE"),
  ),

  "carousel.cards": carousels("cards", ({ cards }) => cards.length < 2 || cards.length > 10),
  "carousel.bubble": carousels("bodyBubbleText", ({ bodyBubbleText }) => isBlank(bodyBubbleText)),
  "carousel.category": ({ category, components }) =>
    when(components.cards.length > 0 && category === "AUTHENTICATION", "category"),
  "carousel.alone": carousels(
    "cards",
    ({ header, footer, limited_time_offer, buttons }) =>
      header !== null || footer !== null || limited_time_offer !== null || buttons.length > 0,
  ),
  "carousel.header": eachCard(
    "header.format",
    ({ header }) => header === null || (header.format !== "IMAGE" && header.format !== "VIDEO"),
  ),
  "carousel.headers": eachCard(
    "header.format",
    ({ header }, [first]) =>
      header !== null && first?.header?.format !== undefined && header.format !== first.header.format,
  ),
  "carousel.medium": eachCard("header.medium", ({ header }) => header !== null && !header.medium),
  "card.length": eachCard("body.text", ({ body }) => body.text.length > LIMITS.cardBody),
  "card.newlines": eachCard("body.text", ({ body }) => body.text.split("\n").length > 3),
  "card.bodies": eachCard(
    "body.text",
    ({ body }, cards) => isBlank(body.text) && cards.some((other) => !isBlank(other.body.text)),
  ),
  "card.buttons": eachCard("buttons", ({ buttons }) => buttons.length < 1 || buttons.length > 2),
  "card.sameButtons": eachCard(
    "buttons",
    (card, [first]) => first !== undefined && typesOf(card) !== typesOf(first),
  ),
  "card.code": eachCard("buttons", ({ buttons }) =>
    buttons.some(({ type }) => type === "COPY_CODE" || type === "FLOW"),
  ),
};
