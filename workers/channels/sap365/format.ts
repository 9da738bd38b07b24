import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf, MediaKind, MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { addressAt, type Attachment, notification } from "./wire.ts";

export const callOf = ({ settings, secrets }: ChannelAccount, value: unknown): RequestInit => {
  const account = `${settings["accountName"] ?? ""}:${secrets["accKey"] ?? ""}`;
  return jsonPost(value, { authorization: `Basic ${Buffer.from(account).toString("base64")}` });
};

/** The whole call of a message. Pure. */
export function format({ id, to, body }: OutgoingMessage, channel: ChannelAccount): Formed {
  const users = to.filter(({ kind }) => kind === "user");
  const user = users.find(({ scope }) => scope === channel.contactId) ?? users[0];
  if (!user) return { refused: texts.noAddress };
  const made = contentOf(body);
  if ("refused" in made) return made;
  const call = notification({ chat: user.value, sender: channel.contactId, reference: id, ...made });
  return { url: addressAt(channel.settings), init: callOf(channel, call) };
}

function contentOf(body: MessageBody): { text: string; attachment?: Attachment } | { refused: string } {
  switch (body.kind) {
    case "text":
      return { text: body.text };
    case "image":
    case "video":
    case "audio":
    case "document":
      return fileOf(body);
    default:
      return { refused: texts.kind(body.kind) };
  }
}

function fileOf({ kind, medium, caption = "", sticker }: BodyOf<MediaKind>) {
  if (sticker) return { refused: texts.fileType("sticker") };
  if (medium.url === undefined) return { refused: texts.mediumByAddress };
  return { text: caption, attachment: { type: kind, url: medium.url, ...(caption && { caption }) } };
}
