import { adaptersTexts as texts } from "#texts/adapters.ts";
import { kindOf } from "#workers/contract/media.ts";
import type { BodyOf, Button, MediaKind, Medium, MessageBody } from "#workers/contract/message-body.ts";
import { PARTS, rcsCapabilities } from "./capabilities.ts";

/** The `contentMessage` of a call, or the sentence why there is none. */
export type Content = Record<string, unknown> | { refused: string };

/** Writes a body that the capabilities allow. Pure. */
export function contentOf(body: MessageBody): Content {
  switch (body.kind) {
    case "text":
      return { text: body.text };
    case "image":
    case "video":
    case "audio":
    case "document":
      return fileMessageOf(body);
    case "buttons":
      return buttonsOf(body);
    case "carousel":
      return carouselOf(body);
    default:
      return { refused: texts.kind(body.kind) };
  }
}

/** A template where the vendor approves none: its words, since nobody else has the rest of it. */
export function wordsOfTemplate(template: BodyOf<"template">): Content {
  const { header, buttons, cards = [], offerEndsAt, rendered } = template;
  const isMore = buttons.length > 0 || cards.length > 0 || offerEndsAt !== undefined;
  if (isMore || (header && header.kind !== "text")) return { refused: texts.templateWordsOnly };
  return rendered.trim() === "" ? { refused: texts.empty } : { text: rendered };
}

/** Files go by their address, and only of the types that handsets show. */
function fileOf(medium: Medium, kind: MediaKind): { fileUrl: string } | { refused: string } {
  if (medium.url === undefined) return { refused: texts.mediumByAddress };
  const types: readonly string[] = rcsCapabilities.media[kind]?.types ?? [];
  const [type] = (medium.mime ?? "").split(";");
  if (type && !types.includes(type)) return { refused: texts.fileType(type) };
  return { fileUrl: medium.url };
}

/** A file has no words of its own: with a caption it is the picture of a card. */
function fileMessageOf({ kind, medium, caption }: BodyOf<MediaKind>): Content {
  const file = fileOf(medium, kind);
  if ("refused" in file) return file;
  if (!caption) return { contentInfo: file };
  if (kind !== "image" && kind !== "video") return { refused: texts.noCaption };
  return standalone({ description: caption, media: { height: "MEDIUM", contentInfo: file } });
}

const standalone = (cardContent: Record<string, unknown>): Content => ({
  richCard: { standaloneCard: { cardOrientation: "VERTICAL", cardContent } },
});

/** Buttons below words; a file above them makes a card of both. */
function buttonsOf({ text, header, footer, medium, buttons }: BodyOf<"buttons">): Content {
  if (medium) {
    const card = cardOf({ medium, title: header, text: lines(text, footer), buttons });
    return "refused" in card ? card : standalone(card);
  }
  const words = lines(header, text, footer);
  if (words.length > rcsCapabilities.text) return { refused: texts.textTooLong(rcsCapabilities.text) };
  const made = suggestionsOf(buttons);
  return "refused" in made ? made : { text: words, suggestions: made.suggestions };
}

const lines = (...all: readonly (string | undefined)[]): string => all.filter(Boolean).join("\n");

function carouselOf({ text, cards }: BodyOf<"carousel">): Content {
  if (text) return { refused: texts.noTextAbove };
  const made = cards.map(cardOf);
  for (const card of made) if ("refused" in card) return card;
  const [only, second] = made;
  // A carousel has two cards at least; one alone is a card of its own.
  if (only && !second) return standalone(only);
  return { richCard: { carouselCard: { cardWidth: "MEDIUM", cardContents: made } } };
}

type Card = BodyOf<"carousel">["cards"][number];

function cardOf({ medium, title, text, buttons }: Card): Content {
  if (!medium && !title && !text) return { refused: texts.emptyCard };
  if ((title ?? "").length > PARTS.cardTitle)
    return { refused: texts.partTooLong("card's title", PARTS.cardTitle) };
  if ((text ?? "").length > PARTS.cardText)
    return { refused: texts.partTooLong("card's text", PARTS.cardText) };
  if (buttons.length > PARTS.cardButtons) return { refused: texts.tooManyButtons(PARTS.cardButtons) };
  const file = medium && pictureOf(medium);
  if (file && "refused" in file) return file;
  const made = suggestionsOf(buttons);
  if ("refused" in made) return made;
  return {
    ...(title && { title }),
    ...(text && { description: text }),
    ...(file && { media: { height: "MEDIUM", contentInfo: file } }),
    ...(buttons.length > 0 && made),
  };
}

/** A card shows pictures and films alone. */
function pictureOf(medium: Medium) {
  const kind = kindOf(medium);
  return kind === "image" || kind === "video" ? fileOf(medium, kind) : { refused: texts.cardPicture };
}

function suggestionsOf(buttons: readonly Button[]): { suggestions: object[] } | { refused: string } {
  const suggestions: object[] = [];
  for (const button of buttons) {
    const made = suggestionOf(button);
    if ("refused" in made) return { refused: made.refused };
    suggestions.push(made.suggestion);
  }
  return { suggestions };
}

/** Each carries what comes back when it is pressed; a link and a number to call are told by their kinds alone. */
function suggestionOf(button: Button): { suggestion: object } | { refused: string } {
  const { label: text } = button;
  switch (button.kind) {
    case "reply":
      return { suggestion: { reply: { text, postbackData: button.token } } };
    case "url":
      if (button.url.length > PARTS.link) return { refused: texts.partTooLong("link", PARTS.link) };
      return {
        suggestion: { action: { text, postbackData: "link", openUrlAction: { url: button.url } } },
      };
    case "call": {
      const phoneNumber = button.number.replaceAll(/[\s().-]/g, "");
      if (!/^\+[1-9]\d{4,14}$/.test(phoneNumber)) return { refused: texts.badNumber(text) };
      return { suggestion: { action: { text, postbackData: "call", dialAction: { phoneNumber } } } };
    }
    default:
      return button satisfies never;
  }
}
