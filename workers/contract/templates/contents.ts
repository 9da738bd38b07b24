import type { Components, Header, TemplateButton } from "./template.ts";

/** The parts of a template that people see and its vendor tells of: without samples, files and what only we know. */
function seen(components: Components) {
  const { header, body, footer, buttons, limited_time_offer: offer, cards, bodyBubbleText } = components;
  return {
    header: seenHeader(header),
    words: cards.length > 0 ? bodyBubbleText : body.text,
    footer: footer?.text ?? "",
    buttons: buttons.map(seenButton),
    offer: offer && [offer.text, offer.hasExpiration],
    cards: cards.map((card) => [seenHeader(card.header), card.body.text, card.buttons.map(seenButton)]),
  };
}
const seenHeader = (header: Header | null) =>
  header && [header.format, header.format === "TEXT" ? header.text : ""];
const seenButton = ({ type, text, value }: TemplateButton) => [
  type,
  // The vendor writes the words of a code's button itself.
  type === "COPY_CODE" ? "" : text,
  type === "PHONE_NUMBER" ? value.replaceAll(/[\s()-]/g, "") : value,
];

/** Whether people see the same of both. */
export const sameContents = (one: Components, other: Components): boolean =>
  JSON.stringify(seen(one)) === JSON.stringify(seen(other));

/** Theirs, with our samples and with our files where there still is one of that kind. */
export function withOurSamples(theirs: Components, ours: Components): Components {
  const header = (their: Header | null, our: Header | null | undefined) =>
    their && { ...their, medium: our?.format === their.format ? our.medium : null };
  return {
    ...theirs,
    header: header(theirs.header, ours.header),
    cards: theirs.cards.map((card, at) => ({ ...card, header: header(card.header, ours.cards[at]?.header) })),
    dlt: ours.dlt,
    samples: ours.samples,
  };
}
