import { adaptersTexts } from "#texts/adapters.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { LONGEST_NOTE } from "#workers/contract/chat-action.ts";
import { type ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";

/** From here on the letters that are left are said. */
const TELL_LEFT = 200;

export interface Room {
  /** How much room is left, once that is worth saying. */
  told: string;
  /** Why the words do not fit; undefined where they do. */
  reason: string | undefined;
}

/** The room for an answer's words by its channel's own limits, which the server knows too; a note has one of ours. */
export function roomFor(
  text: string,
  { carries, channelType }: Pick<ChatEntry, "carries" | "channelType">,
  { mode, hasFile }: { mode: "reply" | "note"; hasFile: boolean },
): Room {
  const most = mode === "note" ? LONGEST_NOTE : hasFile ? carries.caption : carries.text;
  const left = most - text.length;
  const reason = left >= 0 ? undefined : tooLong(most, { mode, hasFile });
  if (mode === "reply" && channelType === channelTypes.sms && text !== "") {
    const sms = smsParts(text);
    return { told: texts.sms(sms.parts, sms.left, sms.encoding), reason };
  }
  return { told: left < TELL_LEFT && most > 0 ? texts.letters(left) : "", reason };
}

function tooLong(most: number, { mode, hasFile }: { mode: "reply" | "note"; hasFile: boolean }): string {
  if (mode === "note") return texts.noteTooLong(most);
  if (!hasFile) return adaptersTexts.textTooLong(most);
  return most === 0 ? adaptersTexts.noCaption : adaptersTexts.captionTooLong(most);
}
