import { bodiesIn, buttonsIn, isBlank, placeOf, type Rules, when } from "./places.ts";
import { bodyOf } from "./template.ts";

/** Limits of a phone with RCS: texts, cards and suggestions. */
export const RCS_LIMITS = { text: 2_500, cardText: 2_000, buttons: 11, cardButtons: 4, cards: 10 } as const;

/** Google's limits of an agent's message; docs/vendors.md names the sources. */
export const rulesOfRcs: Rules<"rcs"> = {
  "rcs.required": ({ components: { cards, body, header } }) =>
    when(cards.length === 0 && isBlank(body.text) && header === null, "body.text"),
  "rcs.text": ({ components }) => {
    const place = components.cards.length > 0 ? "bodyBubbleText" : "body.text";
    return when(bodyOf(components).length > RCS_LIMITS.text, place);
  },
  "rcs.header": ({ components: { header, footer, limited_time_offer: offer } }) =>
    when(
      header?.format === "TEXT" || header?.format === "DOCUMENT" || footer !== null || offer !== null,
      "header.format",
    ),
  "rcs.medium": ({ components: { header, cards } }) => [
    ...when(header !== null && !header.medium, "header.medium"),
    ...cards.flatMap((card, index) =>
      when(card.header !== null && !card.header.medium, `cards.${index}.header.medium`),
    ),
  ],
  "rcs.cards": ({ components: { cards } }) =>
    when(cards.length > 0 && (cards.length < 2 || cards.length > RCS_LIMITS.cards), "cards"),
  "rcs.card": ({ components: { cards } }) =>
    cards.flatMap((card, index) =>
      when(card.header === null && isBlank(card.body.text), `cards.${index}.body.text`),
    ),
  "rcs.cardText": ({ components }) =>
    bodiesIn(components)
      .filter(({ place, text }) => place.startsWith("cards.") && text.length > RCS_LIMITS.cardText)
      .map(({ place }) => placeOf(place)),
  "rcs.buttons": ({ components: { buttons } }) => when(buttons.length > RCS_LIMITS.buttons, "buttons"),
  "rcs.cardButtons": ({ components: { cards } }) =>
    cards.flatMap((card, index) =>
      when(card.buttons.length > RCS_LIMITS.cardButtons, `cards.${index}.buttons`),
    ),
  "rcs.code": ({ components }) =>
    buttonsIn(components)
      .filter(({ button }) => button.type === "COPY_CODE")
      .map(({ place }) => `${place}.example`),
  "rcs.flow": ({ components }) =>
    buttonsIn(components)
      .filter(({ button }) => button.type === "FLOW")
      .map(({ place }) => `${place}.value`),
};
