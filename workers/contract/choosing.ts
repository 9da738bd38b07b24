import { messagingTexts } from "#texts/messaging.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

/** Messengers show less text above buttons and lists than alone. */
const LONGEST_TEXT = 1_000;

type Carrying = Pick<Capabilities, "kinds" | "buttons" | "rows">;

/**
 * A question with its choices as buttons, else a list, else words alone, as the channel can carry them. A press says the
 * value itself, as typing it does; `key` (at most 20 characters) tells this question's tokens from those of others. Fewer than `least` choices are words alone.
 */
export function choosing(
  text: string,
  choices: readonly string[],
  can: Carrying,
  key: string,
  least = 2,
): MessageBody {
  const options = choices.map((label, at) => ({ token: `${key}.${at}`, label }));
  const fits = (kind: "buttons" | "list", { most, label }: { most: number; label: number }) =>
    can.kinds.includes(kind) && options.length <= most && choices.every((choice) => choice.length <= label);
  if (choices.length < least || text.length > LONGEST_TEXT) return { kind: "text", text };
  if (fits("buttons", can.buttons)) {
    return { kind: "buttons", text, buttons: options.map((option) => ({ kind: "reply", ...option })) };
  }
  if (fits("list", can.rows)) {
    return { kind: "list", text, open: messagingTexts.choose, sections: [{ rows: options }] };
  }
  return { kind: "text", text };
}
