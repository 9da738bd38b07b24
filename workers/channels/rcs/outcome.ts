import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Login } from "../access-token.ts";
import type { ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import type { Answer } from "../call.ts";
import { record, text } from "../json.ts";

/** Reads a refusal in Google's words, which its resellers pass on. One about a person says nothing of the channel. */
export function refusedRcs(vendor: string, answer: Answer, channel: ChannelAccount): SendResult {
  const fields = record(answer.json);
  const error = record(fields["error"]);
  const code = text(error["status"], 64);
  const said = text(error["message"], 500) ?? text(fields["reason"], 500);
  const outcome = outcomeByStatus(vendor, answer, { code, words: plainWords(said, channel) });
  if (outcome.outcome !== "failed") return outcome;
  if (code === "NOT_FOUND") return { ...outcome, reason: texts.noRcs, ofMessage: true };
  return code === "INVALID_ARGUMENT" ? { ...outcome, ofMessage: true } : outcome;
}

/** Tests an account by asking for a token, which tells whether the account is right, and no more. */
export function testedBy(vendor: string, account: string, { answer, token }: Login): Tested {
  if (token !== undefined) return { ok: true, text: texts.notRefused(vendor, account) };
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(vendor) };
  const isRefused = [400, 401, 403, 422].includes(answer.status);
  return { ok: false, text: isRefused ? texts.credentials(vendor) : texts.unreadable(vendor) };
}
