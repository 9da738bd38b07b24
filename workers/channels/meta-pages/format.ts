import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf, Button, MediaKind, MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { PARTS } from "./capabilities.ts";

const VERSION = "v23.0";

/** The address of the page or account at Meta; what tells where that is differs between the two. */
export const pageAt = ({ contactId, settings }: ChannelAccount, usual: string, path: string): string => {
  const base = (settings["baseUrl"] || usual).replace(/\/+$/, "");
  return `${base}/${settings["version"] || VERSION}/${encodeURIComponent(contactId)}${path}`;
};

export const bearer = ({ secrets }: ChannelAccount) => ({
  authorization: `Bearer ${secrets["accessToken"] ?? ""}`,
});

type Content = Record<string, unknown> | { refused: string };

/** The whole call of a message. Pure. */
export function formatFor({ to, body }: OutgoingMessage, channel: ChannelAccount, usual: string): Formed {
  const id = to.find(({ kind, scope }) => kind === "user" && scope === channel.contactId)?.value;
  if (id === undefined) return { refused: texts.noAddress };
  const message = contentOf(body);
  if ("refused" in message) return { refused: String(message["refused"]) };
  const call = { recipient: { id }, messaging_type: "RESPONSE", message };
  return { url: pageAt(channel, usual, "/messages"), init: jsonPost(call, bearer(channel)) };
}

function contentOf(body: MessageBody): Content {
  switch (body.kind) {
    case "text":
      return { text: body.text };
    case "image":
    case "video":
    case "audio":
    case "document":
      return fileOf(body);
    case "buttons":
      return buttonsOf(body);
    case "carousel":
      return carouselOf(body);
    default:
      return { refused: texts.kind(body.kind) };
  }
}

const attached = (type: string, payload: Record<string, unknown>): Content => ({
  attachment: { type, payload },
});

const TYPES: Readonly<Record<MediaKind, string>> = {
  image: "image",
  video: "video",
  audio: "audio",
  document: "file",
};

function fileOf({ kind, medium, caption }: BodyOf<MediaKind>): Content {
  if (medium.url === undefined) return { refused: texts.mediumByAddress };
  return caption ? { refused: texts.noCaption } : attached(TYPES[kind], { url: medium.url });
}

const lines = (...all: readonly (string | undefined)[]): string => all.filter(Boolean).join("\n");

/** Replies stand below the words and go when one is pressed; links and numbers to call make a template of them. */
function buttonsOf({ header, text, footer, medium, buttons }: BodyOf<"buttons">): Content {
  const words = lines(header, text, footer);
  if (medium) return cardMessage([{ medium, title: words, buttons }]);
  if (buttons.every(({ kind }) => kind === "reply")) {
    const replies = buttons.map((each) => each.kind === "reply" && quickReply(each));
    return { text: words, quick_replies: replies };
  }
  if (buttons.length > PARTS.buttons) return { refused: texts.tooManyButtons(PARTS.buttons) };
  if (words.length > PARTS.buttonText) return { refused: texts.textTooLong(PARTS.buttonText) };
  const made = pressables(buttons);
  if ("refused" in made) return made;
  return attached("template", { template_type: "button", text: words, buttons: made.buttons });
}

const quickReply = ({ label, token }: { label: string; token: string }) => ({
  content_type: "text",
  title: label,
  payload: token,
});

type Card = BodyOf<"carousel">["cards"][number];

function carouselOf({ text, cards }: BodyOf<"carousel">): Content {
  return text ? { refused: texts.noTextAbove } : cardMessage(cards);
}

function cardMessage(cards: readonly Card[]): Content {
  const elements: Content[] = [];
  for (const card of cards) {
    const made = elementOf(card);
    if ("refused" in made) return made;
    elements.push(made);
  }
  return attached("template", { template_type: "generic", elements });
}

/** A card needs a title, so words without one are it. */
function elementOf({ medium, title, text, buttons }: Card): Content {
  const [first, second] = title ? [title, text] : [text, undefined];
  if (!first) return { refused: texts.cardTitle };
  if (first.length > PARTS.cardTitle) return { refused: texts.partTooLong("card's title", PARTS.cardTitle) };
  if ((second ?? "").length > PARTS.cardText)
    return { refused: texts.partTooLong("card's text", PARTS.cardText) };
  if (buttons.length > PARTS.buttons) return { refused: texts.tooManyButtons(PARTS.buttons) };
  if (medium && medium.url === undefined) return { refused: texts.mediumByAddress };
  if (medium?.mime && !medium.mime.startsWith("image/")) return { refused: texts.cardImage };
  const made = pressables(buttons);
  if ("refused" in made) return made;
  return {
    title: first,
    ...(second && { subtitle: second }),
    ...(medium && { image_url: medium.url }),
    ...(buttons.length > 0 && { buttons: made.buttons }),
  };
}

function pressables(buttons: readonly Button[]): { buttons: object[] } | { refused: string } {
  const made: object[] = [];
  for (const button of buttons) {
    switch (button.kind) {
      case "reply":
        made.push({ type: "postback", title: button.label, payload: button.token });
        break;
      case "url":
        made.push({ type: "web_url", title: button.label, url: button.url });
        break;
      case "call": {
        const payload = button.number.replaceAll(/[\s().-]/g, "");
        if (!/^\+[1-9]\d{4,14}$/.test(payload)) return { refused: texts.badNumber(button.label) };
        made.push({ type: "phone_number", title: button.label, payload });
        break;
      }
      default:
        return button satisfies never;
    }
  }
  return { buttons: made };
}
