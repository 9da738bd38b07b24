import { adaptersTexts as texts } from "#texts/adapters.ts";
import { kindOf } from "#workers/contract/media.ts";
import { unsubscribeLine } from "#texts/unsubscribe.ts";
import type { Button, Medium, MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { MOST_SUBJECT } from "./capabilities.ts";

const BASE_URL = "https://mandrillapp.com/api/1.0";

export const addressAt = ({ settings }: ChannelAccount, path: string): string =>
  `${(settings["baseUrl"] || BASE_URL).replace(/\/+$/, "")}${path}`;

interface Mail {
  subject: string;
  words: string;
  links: readonly Button[];
  medium?: Medium | undefined;
}

/** The whole call of a message. Pure. */
export function format(
  { id, to, body, quoted, unsubscribeUrl }: OutgoingMessage,
  channel: ChannelAccount,
): Formed {
  const email = to.find(({ kind }) => kind === "mail")?.value;
  if (email === undefined) return { refused: texts.noAddress };
  const mail = mailOf(body, channel.settings["fromName"] || channel.contactId);
  if ("refused" in mail) return mail;
  const { subject, words, links, medium } = mail;
  if (subject.length > MOST_SUBJECT) return { refused: texts.partTooLong("subject", MOST_SUBJECT) };
  const answers = quoted !== undefined && /^<[^<>\s]+>$/.test(quoted) ? quoted : undefined;
  const { subAccount, fromName } = channel.settings;
  const file = medium && attached(medium);
  if (medium && !file && !/^https?:\/\/\S+$/i.test(medium.url ?? ""))
    return { refused: texts.mediumByAddress };
  const files = medium && !file ? [linkTo(medium)] : [];
  const shown = [...links, ...files, ...endingOffers(body, words, unsubscribeUrl)];
  const message = {
    from_email: channel.contactId,
    ...(fromName && { from_name: fromName }),
    subject,
    text: [words, ...shown.map(plainLine)].join("\n\n"),
    html: htmlOf(words, shown),
    ...(file && { attachments: [file] }),
    to: [{ email, type: "to" }],
    ...(subAccount && { subaccount: subAccount }),
    ...((answers || unsubscribeUrl) && {
      headers: {
        ...(answers && { "In-Reply-To": answers, References: answers }),
        // One press, without a page of ours (RFC 8058).
        ...(unsubscribeUrl && {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
      },
    }),
    preserve_recipients: false,
    track_opens: true,
    // Comes back with every event, so a call whose answer was lost can still be settled.
    metadata: { ref: id },
  };
  const key = channel.secrets["authKey"] ?? "";
  return { url: addressAt(channel, "/messages/send.json"), init: jsonPost({ key, async: true, message }) };
}

/** Where one ends such mails, for people to read; a template that says so by itself needs no second line. */
const endingOffers = (body: MessageBody, words: string, url: string | undefined): Button[] =>
  url === undefined || words.includes(url)
    ? []
    : [{ kind: "url", url, label: unsubscribeLine(body.kind === "template" ? body.language : "en") }];

/** A header's words are the subject; a message without some is named after who writes. */
function mailOf(body: MessageBody, from: string): Mail | { refused: string } {
  switch (body.kind) {
    case "text":
      return { subject: subjectOf(body.subject, from), words: body.text, links: [] };
    case "image":
    case "video":
    case "audio":
    case "document": {
      const words = body.caption?.trim() || nameOf(body.medium);
      return { subject: subjectOf(undefined, from), words, links: [], medium: body.medium };
    }
    case "buttons": {
      const words = [body.text, body.footer].filter(Boolean).join("\n\n");
      return { subject: subjectOf(body.header, from), words, links: body.buttons, medium: body.medium };
    }
    case "template": {
      const { header, buttons, cards = [], offerEndsAt, rendered } = body;
      const isMore = buttons.length > 0 || cards.length > 0 || offerEndsAt !== undefined;
      if (isMore || (header && header.kind !== "text")) return { refused: texts.templateWordsOnly };
      if (rendered.trim() === "") return { refused: texts.empty };
      return { subject: subjectOf(header?.text, from), words: rendered, links: [] };
    }
    default:
      return { refused: texts.kind(body.kind) };
  }
}

const DATA = /^data:([^;,]+);base64,/;

/** A file of the drive as it stands in the call; undefined for one that is elsewhere. */
function attached(medium: Medium): { type: string; name: string; content: string } | undefined {
  const [start, type] = DATA.exec(medium.url?.slice(0, 300) ?? "") ?? [];
  if (start === undefined || type === undefined) return undefined;
  return { type, name: nameOf(medium), content: (medium.url ?? "").slice(start.length) };
}

const nameOf = ({ name, mime, url }: Medium): string =>
  name?.replaceAll(/[\r\n]+/g, " ").trim() || texts.fileOfKind(kindOf({ mime, url }));

/** A file at an address of somebody else is a link. */
const linkTo = (medium: Medium): Button => ({ kind: "url", url: medium.url ?? "", label: nameOf(medium) });

/** A subject is one line, since the line after it would be a header of its own. */
const subjectOf = (words: string | undefined, from: string): string =>
  (words ?? "").replaceAll(/\s+/g, " ").trim() || texts.mailFrom(from);

/** A line for each button; nothing in a mail can be pressed for an answer, so replies are words to answer with. */
function plainLine(button: Button): string {
  if (button.kind === "reply") return `- ${button.label}`;
  return `${button.label}: ${button.kind === "call" ? button.number : button.url}`;
}

function htmlLine(button: Button): string {
  const label = escaped(button.label);
  if (button.kind === "reply") return `<p>- ${label}</p>`;
  const address = button.kind === "call" ? `tel:${button.number.replaceAll(/[^\d+]/g, "")}` : button.url;
  return `<p><a href="${escaped(address)}">${label}</a></p>`;
}

const SIGNS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

/** Words as they are, line by line; nothing in them is read as a page. */
function htmlOf(words: string, links: readonly Button[]): string {
  const paragraphs = words
    .split(/\n{2,}/)
    .map((each) => `<p dir="auto">${escaped(each).replaceAll("\n", "<br>")}</p>`);
  return [...paragraphs, ...links.map(htmlLine)].join("\n");
}
