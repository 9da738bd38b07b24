import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { richCardsTexts as texts } from "#texts/rich-cards.ts";
import { channelTypes } from "./channel-types.ts";
import { type Button, medium, type MessageBody } from "./message-body.ts";

/** As the richest channel, RCS, takes them; what another takes less of is said in the preview. */
export const RICH_CARD = { name: 100, text: 2_000, title: 200, cards: 10, buttons: 4, label: 25 } as const;

export const richButtonKinds = ["reply", "url", "call"] as const;
export type RichButtonKind = (typeof richButtonKinds)[number];

const short = (most: number) =>
  z.string(errorsTexts.notText).trim().max(most, errorsTexts.tooLong(most)).default("");

const button = z
  .object({
    kind: z.enum(richButtonKinds, texts.kindWrong),
    label: z
      .string(texts.labelEmpty)
      .trim()
      .min(1, texts.labelEmpty)
      .max(RICH_CARD.label, errorsTexts.tooLong(RICH_CARD.label)),
    /** The address that it opens, or the number that it calls. */
    value: short(2_000),
  })
  .superRefine(({ kind, value }, context) => {
    const isWrong =
      (kind === "url" && !/^https?:\/\/\S+$/i.test(value)) ||
      (kind === "call" && !/^\+?\d[\d ]{5,18}$/.test(value));
    if (!isWrong) return;
    const message = kind === "url" ? texts.urlWrong : texts.numberWrong;
    context.addIssue({ code: "custom", path: ["value"], message });
  });
export type RichButton = z.infer<typeof button>;

const card = z
  .object({
    title: short(RICH_CARD.title),
    text: short(RICH_CARD.text),
    medium: medium.nullable().default(null),
    buttons: z.array(button).max(RICH_CARD.buttons, texts.tooManyButtons(RICH_CARD.buttons)).default([]),
  })
  .superRefine(({ title, text, medium: file }, context) => {
    if (title !== "" || text !== "" || file !== null) return;
    context.addIssue({ code: "custom", path: ["title"], message: texts.cardEmpty });
  });
export type RichCard = z.infer<typeof card>;

export const richCardContent = z.object({
  /** Above the cards. */
  text: short(RICH_CARD.text),
  cards: z.array(card).min(1, texts.noCards).max(RICH_CARD.cards, texts.tooManyCards(RICH_CARD.cards)),
});
export type RichCardContent = z.infer<typeof richCardContent>;

/** Channels on which cards are shown as cards. */
export const richCardTypes = [
  channelTypes.rcs,
  channelTypes.whatsApp,
  channelTypes.facebook,
  channelTypes.instagram,
  channelTypes.telegram,
] as const;
export type RichCardType = (typeof richCardTypes)[number];

/**
 * The message that it becomes: a carousel, or of one card a message with buttons, a file or words, since messengers
 * want two cards at least. A choice comes back by its card's and its own place, such as `c0b1`.
 */
export function messageOfRichCard({ text, cards }: RichCardContent): MessageBody {
  const [only, second] = cards;
  if (only && !second) {
    const words = [text, only.title, only.text].filter(Boolean).join("\n");
    const alone = messageOfOne(only, words);
    if (alone) return alone;
  }
  return {
    kind: "carousel",
    ...(text && { text }),
    cards: cards.map((each, at) => ({
      ...(each.medium && { medium: each.medium }),
      ...(each.title && { title: each.title }),
      ...(each.text && { text: each.text }),
      buttons: buttonsOf(each, at),
    })),
  };
}

/** Undefined for a picture with buttons and without words, which is a card and nothing else. */
function messageOfOne(only: RichCard, words: string): MessageBody | undefined {
  const { medium: file } = only;
  if (only.buttons.length > 0) {
    if (words === "") return undefined;
    return { kind: "buttons", text: words, ...(file && { medium: file }), buttons: buttonsOf(only, 0) };
  }
  if (!file) return { kind: "text", text: words };
  const kind = file.mime?.startsWith("video/") ? "video" : "image";
  return { kind, medium: file, ...(words && { caption: words }) };
}

const buttonsOf = ({ buttons }: RichCard, at: number): Button[] =>
  buttons.map((one, place) => buttonOf(one, `c${at}b${place}`));

function buttonOf({ kind, label, value }: RichButton, token: string): Button {
  switch (kind) {
    case "reply":
      return { kind, token, label };
    case "url":
      return { kind, url: value, label };
    case "call":
      return { kind, number: value, label };
    default:
      return kind satisfies never;
  }
}
