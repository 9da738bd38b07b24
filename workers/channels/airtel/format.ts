import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf, MediaKind, MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { digitsOf, digitsWithCountry } from "../number.ts";
import { formatWhatsapp } from "../whatsapp/format.ts";
import { addressAt, authorized, isRcs, MANAGER } from "./address.ts";
import { attachmentOf } from "./attachment.ts";
import { rcsCallOf } from "./rcs.ts";
import { templateOf } from "./template.ts";

/** The end of an address with what is sent there, or the sentence why nothing is. */
type Made = { path: string; call: Record<string, unknown> } | { refused: string };

/** The whole call of a message. Pure. */
export function format(message: OutgoingMessage, channel: ChannelAccount): Formed {
  const { to, body, session } = message;
  const digits = digitsOf(to);
  if (digits === undefined) {
    const isUser = !isRcs(channel) && to.some(({ kind }) => kind === "user");
    return { refused: isUser ? texts.needsNumber : texts.noAddress };
  }
  if (isRcs(channel)) return rcsCallOf(digits, body, channel);
  const made = body.kind === "template" ? templateOf(body) : answerOf(body);
  if ("refused" in made) return made;
  const isTemplate = body.kind === "template";
  // Outside a template Airtel wants the conversation that the person opened.
  if (!isTemplate && session === undefined) return { refused: texts.noSession, code: "470" };
  const call = {
    ...(!isTemplate && { sessionId: session }),
    to: digits,
    from: digitsWithCountry(channel.contactId),
    ...made.call,
  };
  return { url: addressAt(channel, `${MANAGER}${made.path}`), init: jsonPost(call, authorized(channel)) };
}

function answerOf(body: MessageBody): Made {
  // A body that WhatsApp does not show is not shown by another way either.
  const checked = formatWhatsapp(body);
  if ("refused" in checked) return { refused: String(checked["refused"]) };
  switch (body.kind) {
    case "text":
      return { path: "/session/send/text", call: { message: { text: body.text } } };
    case "image":
    case "video":
    case "audio":
    case "document":
      return mediaOf(body);
    case "buttons":
      return buttonsOf(body);
    case "list":
      return listOf(body);
    default:
      return { refused: texts.kind(body.kind) };
  }
}

function mediaOf({ kind, medium, caption, sticker }: BodyOf<MediaKind>): Made {
  if (sticker) return { refused: texts.fileType("sticker") };
  const mediaAttachment = attachmentOf(kind, medium, caption);
  return mediaAttachment
    ? { path: "/session/send/media", call: { mediaAttachment } }
    : { refused: texts.noMedium };
}

/** There is one text, so a header and a footer are lines of it. */
const linesOf = ({ header, text, footer }: Pick<BodyOf<"buttons">, "header" | "text" | "footer">): string =>
  [header, text, footer].filter(Boolean).join("\n");

function buttonsOf(body: BodyOf<"buttons">): Made {
  if (body.medium) return { refused: texts.noFileAbove };
  const buttons = body.buttons.flatMap((each) =>
    each.kind === "reply" ? { tag: each.token, title: each.label } : [],
  );
  if (buttons.length < body.buttons.length) return { refused: texts.linkButton };
  return {
    path: "/session/send/interactive/buttons",
    call: { message: { text: linesOf(body) }, buttons },
  };
}

function listOf(body: BodyOf<"list">): Made {
  const [only, ...more] = body.sections;
  // Rows have no sections there, and without their titles they would mean something else.
  if (more.length > 0) return { refused: texts.oneSection };
  const options = (only?.rows ?? []).map(({ token, label, description }) => ({
    tag: token,
    title: label,
    ...(description && { description }),
  }));
  return {
    path: "/session/send/interactive/list",
    call: { message: { text: linesOf(body) }, list: { heading: body.open, options } },
  };
}
