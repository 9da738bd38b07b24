import { chatRetentionTexts as retentionTexts } from "#texts/chat-retention.ts";
import { chatRulesTexts as texts } from "#texts/chat-rules.ts";
import { problemsOf } from "#app/data/problems.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import type { Problem } from "#app/components/ui/error-summary.tsx";
import { type ChatRules, chatRules, USUAL_TARGET_SECONDS } from "#workers/contract/chat-rules.ts";

/** The rules as the form holds them: what is switched off keeps its values. Days and holidays stand as in the rules. */
export interface RulesDraft extends Pick<
  ChatRules,
  | "assignment"
  | "prefersLast"
  | "followsUp"
  | "waitingText"
  | "awayText"
  | "missedText"
  | "closingText"
  | "masksNumbers"
  | "asksReason"
  | "asksRating"
  | "videoCalls"
  | "ratingText"
  | "keepMonths"
  | "keepFilesMonths"
> {
  hasHours: boolean;
  timezone: string;
  days: { isOpen: boolean; from: string; until: string; more: { from: string; until: string }[] }[];
  /** Two may be alike while they are typed: each has a key of its own. */
  holidays: { key: number; date: string; name: string }[];
  hasTimeOut: boolean;
  pickUpMinutes: string;
  hasTarget: boolean;
  targetSeconds: string;
  hasCapacity: boolean;
  capacity: string;
}
export type RulesText = keyof Pick<
  ChatRules,
  "waitingText" | "awayText" | "missedText" | "closingText" | "ratingText"
>;

/** Further hours of a day, as they are added. */
export const MORE_HOURS = { from: "19:00", until: "22:00" };
const OFFICE = { from: "09:00", until: "18:00" };
const USUAL_MINUTES = 10;
const USUAL_CAPACITY = 5;

export function draftOf({
  hours,
  pickUpMinutes,
  targetSeconds,
  assignment,
  capacity,
  ...said
}: ChatRules): RulesDraft {
  const week = hours?.week ?? texts.days.map((_, day) => (day < 5 ? OFFICE : null));
  return {
    hasHours: hours !== null,
    timezone: hours?.timezone ?? readerZone(),
    days: week.map((day) => ({ isOpen: day !== null, more: [], ...(day ?? OFFICE) })),
    holidays: (hours?.holidays ?? []).map((day, at) => ({ key: at, ...day })),
    hasTimeOut: pickUpMinutes !== null,
    pickUpMinutes: String(pickUpMinutes ?? USUAL_MINUTES),
    hasTarget: targetSeconds !== null,
    targetSeconds: String(targetSeconds ?? USUAL_TARGET_SECONDS),
    assignment,
    hasCapacity: capacity !== null,
    capacity: String(capacity ?? USUAL_CAPACITY),
    prefersLast: said.prefersLast,
    followsUp: said.followsUp,
    waitingText: said.waitingText,
    awayText: said.awayText,
    missedText: said.missedText,
    closingText: said.closingText,
    masksNumbers: said.masksNumbers,
    asksReason: said.asksReason,
    asksRating: said.asksRating,
    videoCalls: said.videoCalls,
    ratingText: said.ratingText,
    keepMonths: said.keepMonths,
    keepFilesMonths: said.keepFilesMonths,
  };
}

export const withHoliday = (holidays: RulesDraft["holidays"]): RulesDraft["holidays"] => [
  ...holidays,
  { key: Math.max(-1, ...holidays.map(({ key }) => key)) + 1, date: "", name: "" },
];

export const rulesOf = ({
  hasHours,
  timezone,
  days,
  holidays,
  hasTimeOut,
  pickUpMinutes,
  hasTarget,
  targetSeconds,
  hasCapacity,
  capacity,
  ...others
}: RulesDraft): ChatRules => ({
  hours: hasHours
    ? {
        timezone,
        week: days.map(({ isOpen, more, ...times }) =>
          isOpen ? { ...times, ...(more.length > 0 && { more }) } : null,
        ),
        holidays: holidays.map(({ date, name }) => ({ date, name })),
      }
    : null,
  pickUpMinutes: hasTimeOut ? numberIn(pickUpMinutes) : null,
  targetSeconds: hasTarget ? numberIn(targetSeconds) : null,
  // A hidden field is sent empty, so that nobody is refused for it.
  capacity: hasCapacity && others.assignment !== "manual" ? numberIn(capacity) : null,
  ...others,
});

/** Nothing is no number, rather than 0. */
const numberIn = (typed: string): number => (typed.trim() === "" ? Number.NaN : Number(typed));

/** Names the rules that somebody else has saved otherwise than they are in this draft. */
export function differencesOf(theirs: ChatRules, draft: RulesDraft): string[] {
  const ours = rulesOf(draft);
  const names = {
    hours: texts.hours,
    pickUpMinutes: texts.waiting,
    targetSeconds: texts.targetSeconds,
    assignment: texts.assignment,
    capacity: texts.capacity,
    prefersLast: texts.prefersLast,
    followsUp: texts.followsUp,
    waitingText: texts.waitingText,
    awayText: texts.awayText,
    missedText: texts.missedText,
    closingText: texts.closingText,
    masksNumbers: texts.privacy,
    asksReason: texts.supervision,
    asksRating: texts.rating,
    videoCalls: texts.video,
    ratingText: texts.ratingText,
    keepMonths: retentionTexts.keep,
    keepFilesMonths: retentionTexts.keepFiles,
  } as const satisfies Record<keyof ChatRules, string>;
  return (Object.keys(names) as (keyof ChatRules)[])
    .filter((name) => JSON.stringify(ours[name]) !== JSON.stringify(theirs[name]))
    .map((name) => names[name]);
}

/** Problems by the path in the rules, such as "hours.week.0.until". */
export const problemsIn = (draft: RulesDraft): Record<string, string> =>
  problemsOf(chatRules, rulesOf(draft));

export const idOf = (path: string): string => `chat-rules-${path.replaceAll(".", "-")}`;

/** A weekday, and which of its hours after the first. */
export function dayName(weekday: number, which: number): string {
  const day = texts.days[weekday] ?? "";
  return which === 0 ? day : texts.again(day, which + 1);
}

/** The problems in a summary, each with the words of its field. */
export const listed = (problems: Readonly<Record<string, string>>): Problem[] =>
  Object.entries(problems).map(([path, text]) => ({ id: idOf(path), text: `${labelOf(path)}: ${text}` }));

function labelOf(path: string): string {
  const [, list, at = "", ...rest] = path.split(".");
  if (list === "week") {
    const day = dayName(Number(at), rest[0] === "more" ? Number(rest[1]) + 1 : 0);
    return rest.at(-1) === "from" ? texts.from(day) : texts.until(day);
  }
  if (list === "holidays") return texts.holidays;
  if (list === "timezone") return texts.timezone;
  if (path === "keepMonths") return retentionTexts.keep;
  if (path === "keepFilesMonths") return retentionTexts.keepFiles;
  return texts[path as RulesText | "pickUpMinutes" | "targetSeconds" | "capacity"];
}
