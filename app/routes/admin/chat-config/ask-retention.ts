import { pageLocale } from "#app/lib/language/language.ts";
import { call } from "#app/data/api.ts";
import type { Question } from "#app/components/ui/confirm-dialog.tsx";
import { chatRetentionTexts as texts } from "#texts/chat-retention.ts";
import type { ChatRules } from "#workers/contract/chat-rules.ts";
import { MOST_COUNTED, previewRetention } from "#workers/contract/endpoints/chat-config.ts";

type Kept = Pick<ChatRules, "keepMonths" | "keepFilesMonths">;

/** A question that says what a shorter time would delete; undefined where it deletes nothing. */
export async function retentionQuestion(before: Kept, after: Kept): Promise<Question | undefined> {
  if (!isShorter(before, after)) return undefined;
  const query = { keepMonths: after.keepMonths ?? "", keepFilesMonths: after.keepFilesMonths ?? "" };
  const found = await call(previewRetention, { query }).catch(() => undefined);
  // It asks even where nothing could be counted: saving deletes all the same.
  if (!found) return asking([texts.uncounted]);
  const { chats, filesOf } = found;
  const files = filesOf - chats;
  if (chats + files === 0) return undefined;
  return asking([
    ...(chats > 0 ? [texts.chats(counted(chats), chats === 1)] : []),
    ...(files > 0 ? [texts.files(counted(files), files === 1)] : []),
  ]);
}

const asking = (sentences: readonly string[]): Question => ({
  title: texts.question,
  text: [...sentences, texts.cannotUndo].join(" "),
  confirmLabel: texts.confirm,
});

/** Files go with their chat at the latest. */
const monthsOf = ({ keepMonths, keepFilesMonths }: Kept): [chats: number, files: number] => {
  const chats = keepMonths ?? Infinity;
  return [chats, Math.min(chats, keepFilesMonths ?? Infinity)];
};

function isShorter(before: Kept, after: Kept): boolean {
  const [was, is] = [monthsOf(before), monthsOf(after)];
  return is[0] < was[0] || is[1] < was[1];
}

const counted = (count: number): string =>
  count > MOST_COUNTED
    ? texts.moreThan(MOST_COUNTED.toLocaleString(pageLocale()))
    : count.toLocaleString(pageLocale());
