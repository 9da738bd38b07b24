import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";
import { MOST_PARTS } from "./sms-capabilities.ts";

/** DLT's ids are digits, 19 of them today. */
const DLT_ID = /^\d{5,30}$/;

/**
 * The words of an SMS, and the id of the DLT template that they fit: the name of a template where it is one, else that of
 * the channel. A template's file and buttons have no place in an SMS. Pure.
 */
export function smsOf(
  body: MessageBody,
  settings: Readonly<Record<string, string>>,
): { text: string; templateId: string | undefined } | { refused: string } {
  if (body.kind !== "text" && body.kind !== "template") return { refused: texts.kind(body.kind) };
  const text = body.kind === "text" ? body.text : body.rendered;
  if (text.trim() === "") return { refused: texts.empty };
  if (smsParts(text).parts > MOST_PARTS) return { refused: texts.tooManyParts(MOST_PARTS) };
  const named = body.kind === "template" && DLT_ID.test(body.name) ? body.name : undefined;
  return { text, templateId: named ?? (settings["templateId"] || undefined) };
}
