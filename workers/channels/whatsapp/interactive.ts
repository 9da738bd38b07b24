import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf, Button, Medium } from "#workers/contract/message-body.ts";
import { kindOf } from "#workers/contract/media.ts";
import { sourceOf } from "../media.ts";
import { PARTS } from "./capabilities.ts";

type Interactive = { type: "interactive"; interactive: Record<string, unknown> } | { refused: string };
type Reply = Extract<Button, { kind: "reply" }>;
type Link = Extract<Button, { kind: "url" }>;

export function interactiveOf(body: BodyOf<"buttons" | "list" | "carousel">): Interactive {
  if (body.kind === "carousel") return carouselOf(body);
  const reason = partTooLong(body);
  if (reason !== undefined) return { refused: reason };
  return body.kind === "list" ? listOf(body) : buttonsOf(body);
}

const interactive = (type: string, parts: Record<string, unknown>): Interactive => ({
  type: "interactive",
  interactive: { type, ...parts },
});

function partTooLong(body: BodyOf<"buttons" | "list">): string | undefined {
  if (body.kind === "buttons" && body.text.length > PARTS.body) return texts.textTooLong(PARTS.body);
  const open = body.kind === "list" ? body.open : undefined;
  const titles = body.kind === "list" ? body.sections.map(({ title }) => title) : [];
  const parts: [string, string | undefined, number][] = [
    ["header", body.header, PARTS.header],
    ["footer", body.footer, PARTS.footer],
    ["button that opens the list", open, PARTS.open],
    ...titles.map((title): [string, string | undefined, number] => ["section's title", title, PARTS.section]),
  ];
  const over = parts.find(([, words = "", most]) => words.length > most);
  return over && texts.partTooLong(over[0], over[2]);
}

/** The header, text and footer that buttons and lists share. */
function frameOf({
  text,
  header,
  footer,
  medium,
}: Pick<BodyOf<"buttons">, "text" | "header" | "footer" | "medium">) {
  const above = medium ? headerOf(medium) : header ? { type: "text", text: header } : undefined;
  return {
    ...(above && { header: above }),
    body: { text },
    ...(footer && { footer: { text: footer } }),
  };
}

function headerOf(medium: Medium): Record<string, unknown> | undefined {
  const [type, source] = [kindOf(medium), sourceOf(medium)];
  if (type === "audio" || !source) return undefined;
  const name = type === "document" && medium.name !== undefined ? { filename: medium.name } : {};
  return { type, [type]: { ...("url" in source ? { link: source.url } : source), ...name } };
}

function buttonsOf(body: BodyOf<"buttons">): Interactive {
  if (body.medium && body.header) return { refused: texts.oneHeader };
  if (body.medium && !headerOf(body.medium)) return { refused: texts.noMedium };
  const sorted = sortedButtons(body.buttons);
  if ("refused" in sorted) return sorted;
  if ("link" in sorted) return interactive("cta_url", { ...frameOf(body), action: linkAction(sorted.link) });
  const buttons = sorted.replies.map(({ token, label }) => ({
    type: "reply",
    reply: { id: token, title: label },
  }));
  return interactive("button", { ...frameOf(body), action: { buttons } });
}

/** Replies, or one link: WhatsApp shows no other mixture outside a template. */
function sortedButtons(
  buttons: readonly Button[],
): { replies: Reply[] } | { link: Link } | { refused: string } {
  const replies = buttons.filter((each) => each.kind === "reply");
  const [link, ...more] = buttons.filter((each) => each.kind === "url");
  if (buttons.some(({ kind }) => kind === "call")) return { refused: texts.callButton };
  if (link) return replies.length + more.length === 0 ? { link } : { refused: texts.mixedButtons };
  const labels = new Set(replies.map(({ label }) => label));
  return labels.size === replies.length ? { replies } : { refused: texts.sameLabel };
}

const linkAction = ({ label, url }: Link) => ({
  name: "cta_url",
  parameters: { display_text: label, url },
});

function listOf({ open, sections, ...body }: BodyOf<"list">): Interactive {
  if (sections.length > 1 && sections.some(({ title }) => !title)) return { refused: texts.noTitle };
  const rows = sections.map(({ title, rows: all }) => ({
    ...(title && { title }),
    rows: all.map(({ token, label, description }) => ({
      id: token,
      title: label,
      ...(description && { description }),
    })),
  }));
  return interactive("list", { ...frameOf(body), action: { button: open, sections: rows } });
}

function carouselOf({ text, cards }: BodyOf<"carousel">): Interactive {
  if (!text) return { refused: texts.noText };
  if (text.length > PARTS.body) return { refused: texts.textTooLong(PARTS.body) };
  if (cards.length < 2) return { refused: texts.fewCards };
  const made = cards.map(cardOf);
  for (const card of made) if ("refused" in card) return card;
  const shapes = new Set(cards.map(({ buttons }) => buttons.map(({ kind }) => kind).join(" ")));
  if (shapes.size > 1) return { refused: texts.cardsDiffer };
  return interactive("carousel", { body: { text }, action: { cards: made } });
}

interface Card {
  card_index: number;
  type?: "cta_url";
  header: Record<string, unknown>;
  body?: { text: string };
  action: Record<string, unknown>;
}

function cardOf(
  { medium, title, text, buttons }: BodyOf<"carousel">["cards"][number],
  index: number,
): Card | { refused: string } {
  const header = medium && headerOf(medium);
  const words = [title, text].filter(Boolean).join("\n");
  if (!header || header["type"] === "document" || buttons.length === 0) return { refused: texts.cardsDiffer };
  if (words.length > PARTS.cardText) return { refused: texts.partTooLong("card's text", PARTS.cardText) };
  const sorted = sortedButtons(buttons);
  if ("refused" in sorted) return sorted;
  const link = "link" in sorted;
  const action = link
    ? linkAction(sorted.link)
    : {
        buttons: sorted.replies.map(({ token, label }) => ({
          type: "quick_reply",
          quick_reply: { id: token, title: label },
        })),
      };
  return {
    card_index: index,
    ...(link && { type: "cta_url" as const }),
    header,
    ...(words && { body: { text: words } }),
    action,
  };
}
