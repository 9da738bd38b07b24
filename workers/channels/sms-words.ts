import { adaptersTexts as texts } from "#texts/adapters.ts";
import { MOST_PARTS, smsParts } from "#workers/contract/sms-parts.ts";
import { fitsRegistered } from "#workers/contract/templates/registered.ts";
import type { OutgoingMessage } from "./adapter.ts";

/** DLT's ids are digits, 19 of them today. */
const DLT_ID = /^\d{5,30}$/;

/**
 * The words of an SMS and its DLT template's id: of the registered template sent or matched, else a template's name
 * that is an id, else the channel's. Refuses words that a registered template does not allow. Pure.
 */
export function smsOf(
  { body, registered = [] }: Pick<OutgoingMessage, "body" | "registered">,
  settings: Readonly<Record<string, string>>,
): { text: string; templateId: string | undefined } | { refused: string } {
  if (body.kind !== "text" && body.kind !== "template") return { refused: texts.kind(body.kind) };
  const text = body.kind === "text" ? body.text : body.rendered;
  if (text.trim() === "") return { refused: texts.empty };
  if (smsParts(text).parts > MOST_PARTS) return { refused: texts.tooManyParts(MOST_PARTS) };
  const usual = settings["templateId"] || undefined;
  if (body.kind === "text") {
    const found = registered.find((each) => fitsRegistered(each, text));
    return { text, templateId: found?.templateId ?? usual };
  }
  const { name, language } = body;
  const meant = registered.find((each) => each.name === name && each.language === language);
  if (meant && !fitsRegistered(meant, text)) return { refused: texts.notAsRegistered(name) };
  return { text, templateId: meant?.templateId ?? (DLT_ID.test(name) ? name : usual) };
}
