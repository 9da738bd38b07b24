import type { BodyOf, Medium } from "#workers/contract/message-body.ts";
import { sourceOf } from "../media.ts";

/** Messages that Telegram has no form for, as the words that a person reads. */

interface Words {
  text: string;
  /** Links on parts of the text, by UTF-16 units as Telegram counts. */
  entities?: { type: "text_link"; offset: number; length: number; url: string }[];
}

const paragraphs = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join("\n\n");

export const renderedWords = ({
  header,
  text,
  footer,
}: Pick<BodyOf<"buttons">, "header" | "text" | "footer">): Words => ({
  text: paragraphs(header, text, footer),
});

/** Rows become buttons; their descriptions, which a button has no room for, stay readable. */
export function renderedList({ header, text, footer, sections }: BodyOf<"list">): Words {
  const described = sections.flatMap(({ title, rows }) => {
    const lines = rows.flatMap(({ label, description }) => (description ? [`${label}: ${description}`] : []));
    return title !== undefined || lines.length > 0 ? [[title, ...lines].filter(Boolean).join("\n")] : [];
  });
  return { text: paragraphs(header, text, ...described, footer) };
}

export function renderedTemplate({ rendered, header }: BodyOf<"template">): {
  words: Words;
  medium: Medium | undefined;
} {
  return { words: { text: rendered }, medium: header && header.kind !== "text" ? header.medium : undefined };
}

/** All cards in one message: the first file above them, the others behind their cards' titles. */
export function renderedCarousel({
  text,
  cards,
}: BodyOf<"carousel">): Words & { medium: Medium | undefined } {
  const entities: NonNullable<Words["entities"]> = [];
  let words = text ?? "";
  const medium = cards.find((card) => card.medium)?.medium;
  for (const [index, card] of cards.entries()) {
    const title = card.title ?? String(index + 1);
    const shown = card.medium === medium || !card.medium ? undefined : sourceOf(card.medium);
    if (words !== "") words += "\n\n";
    if (shown && "url" in shown) {
      entities.push({ type: "text_link", offset: words.length, length: title.length, url: shown.url });
    }
    words += [title, card.text].filter(Boolean).join("\n");
  }
  return { text: words, entities, medium };
}
