import { automationTryTexts } from "#texts/automation-try.ts";
import { answerData } from "#workers/contract/automation/pin.ts";

const texts = automationTryTexts.panel;

/** An answer that was typed as JSON; nothing typed is no data. */
export function readAnswer(typed: string): { ok: true; value: unknown } | { ok: false; sentence: string } {
  if (typed.trim() === "") return { ok: true, value: undefined };
  let value: unknown;
  try {
    value = JSON.parse(typed);
  } catch {
    return { ok: false, sentence: texts.noJson };
  }
  const read = answerData.safeParse(value);
  return read.success
    ? { ok: true, value }
    : { ok: false, sentence: read.error.issues[0]?.message ?? texts.noJson };
}
