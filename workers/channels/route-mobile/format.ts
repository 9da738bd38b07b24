import { adaptersTexts as texts } from "#texts/adapters.ts";
import { kindOf } from "#workers/contract/media.ts";
import type { BodyOf, Medium, MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { formatWhatsapp } from "../whatsapp/format.ts";
import { addressAt, authorized } from "./login.ts";
import { templateOf } from "./template.ts";

/** The content of a call beside whom it is for, or the sentence why there is none. */
type Made = { text: string; preview_url?: true } | { media: Record<string, unknown> } | { refused: string };

/** The whole call of a message. Pure. */
export function format(
  { id, to, body, quoted }: OutgoingMessage,
  channel: ChannelAccount,
  token: string,
): Formed {
  const number = to.find(({ kind }) => kind === "number");
  if (!number)
    return { refused: to.some(({ kind }) => kind === "user") ? texts.needsNumber : texts.noAddress };
  // A body that WhatsApp does not show is not shown by another way either.
  const checked = formatWhatsapp(body);
  if ("refused" in checked) return { refused: String(checked["refused"]) };
  const made = madeOf(body);
  if ("refused" in made) return made;
  const call = {
    phone: number.value,
    ...made,
    ...("text" in made && quoted !== undefined && { reply_to: quoted }),
    // Comes back with every status, so a call whose answer was lost can still be settled.
    extra: id,
  };
  return { url: addressAt(channel, "/wba/v1/messages"), init: jsonPost(call, authorized(token)) };
}

function madeOf(body: MessageBody): Made {
  switch (body.kind) {
    case "text":
      return { text: body.text, ...(/https?:\/\//i.test(body.text) && { preview_url: true }) };
    case "image":
    case "video":
    case "audio":
    case "document":
      return mediaOf(body);
    case "location":
      return { media: locationOf(body) };
    case "buttons":
      return repliesOf(body);
    case "list":
      return { media: listOf(body) };
    case "template":
      return templateOf(body);
    default:
      return { refused: texts.kind(body.kind) };
  }
}

/** Files go by their address: an id of the vendor's is of no use here. */
function fileOf({ url, name }: Medium): { url: string; file?: string } | undefined {
  return url === undefined ? undefined : { url, ...(name !== undefined && { file: name }) };
}

function mediaOf({ kind, medium, caption }: BodyOf<"image" | "video" | "audio" | "document">): Made {
  const file = fileOf(medium);
  if (!file) return { refused: texts.noMedium };
  return { media: { type: kind, ...file, ...(caption && { caption }) } };
}

/** Every field of a place is asked for as text, so one without a name is called by where it is. */
function locationOf({ latitude, longitude, name, address }: BodyOf<"location">) {
  const [lat, long] = [latitude, longitude].map((each) => String(Number(each.toFixed(6))));
  const where = `${lat}, ${long}`;
  return {
    type: "location",
    latitude: lat,
    longitude: long,
    name: name || address || where,
    address: address || name || where,
  };
}

/** Header, text and footer of what can be pressed. */
const frameOf = (header: string | undefined, body: string, footer: string | undefined) => ({
  ...(header && { header: { text: header } }),
  body,
  ...(footer && { footer_text: footer }),
});

function repliesOf({ text, header, footer, medium, buttons }: BodyOf<"buttons">): Made {
  const replies = buttons.flatMap((each) =>
    each.kind === "reply" ? { id: each.token, title: each.label } : [],
  );
  if (replies.length < buttons.length) return { refused: texts.linkButton };
  const file = medium && fileOf(medium);
  if (medium && !file) return { refused: texts.noMedium };
  const above = medium && { header: { type: kindOf(medium), ...file } };
  return {
    media: { type: "interactive_reply", ...frameOf(header, text, footer), ...above, button: replies },
  };
}

function listOf({ text, header, footer, open, sections }: BodyOf<"list">) {
  const button = sections.map(({ title, rows }) => ({
    // Each section is asked for its title, where WhatsApp lets a single one go without.
    section_title: title || open,
    row: rows.map(({ token, label, description }) => ({
      id: token,
      title: label,
      ...(description && { description }),
    })),
  }));
  return { type: "interactive_list", ...frameOf(header, text, footer), button_text: open, button };
}
