import { z } from "zod";
import { chatRulesTexts as texts } from "#texts/chat-rules.ts";
import { text } from "./fields.ts";
import { isTimezone } from "./timezones.ts";
import { clockIn, clockOf, dateIn, minuteOf } from "./zone-clock.ts";
import { timeIn } from "./zone-moment.ts";

export const MOST_HOLIDAYS = 100;
/** A chat waits at most this long before somebody is told that nobody comes. */
export const MOST_PICK_UP_MINUTES = 24 * 60;
/** Within how many seconds a chat ought to be picked up, at most and unless the enterprise says otherwise. */
export const MOST_TARGET_SECONDS = 60 * 60;
export const USUAL_TARGET_SECONDS = 60;
export const LONGEST_CHAT_TEXT = 1_000;

const clock = z
  .string(texts.clockWrong)
  .max(5, texts.clockWrong)
  .refine((value) => minuteOf(value) !== undefined, texts.clockWrong);

const differs = ({ from, until }: { from: string; until: string }) => minuteOf(from) !== minuteOf(until);
const NO_TIME = { path: ["until"], error: texts.noTime };
const span = z.object({ from: clock, until: clock }).refine(differs, NO_TIME);
/** Further hours of one day, such as after a break. */
export const MOST_MORE_HOURS = 3;
const day = z
  .object({
    from: clock,
    until: clock,
    more: z
      .array(span)
      .max(MOST_MORE_HOURS, texts.tooManyHours(MOST_MORE_HOURS + 1))
      .optional()
      .meta({ description: "Further hours of the day" }),
  })
  .refine(differs, NO_TIME);

const holiday = z.object({
  date: z.iso.date(texts.dateWrong),
  name: text(100).default(""),
});

/** When people answer chats, by a clock of their own. */
const hours = z.object({
  timezone: z.string().max(64).refine(isTimezone, texts.timezoneEmpty),
  week: z.array(day.nullable()).length(7).meta({
    description:
      "Monday first; null: closed on that day. Hours that end before they begin go on into the next day",
  }),
  holidays: z.array(holiday).max(MOST_HOLIDAYS, texts.tooManyHolidays(MOST_HOLIDAYS)),
});
export type ChatHours = z.infer<typeof hours>;

const minutes = z
  .int(texts.minutesWrong)
  .min(1, texts.minutesWrong)
  .max(MOST_PICK_UP_MINUTES, texts.minutesWrong);
const targetSeconds = z
  .int(texts.targetWrong)
  .min(1, texts.targetWrong)
  .max(MOST_TARGET_SECONDS, texts.targetWrong);
const said = text(LONGEST_CHAT_TEXT);

/** Ways to give a waiting chat away: people pick it up, or it is offered in turn, or to whoever has the fewest. */
export const assignments = ["manual", "roundRobin", "balanced"] as const;
export type Assignment = (typeof assignments)[number];
export const MOST_CAPACITY = 100;
const capacity = z
  .int(texts.capacityWrong)
  .min(1, texts.capacityWrong)
  .max(MOST_CAPACITY, texts.capacityWrong);

/** For how many months ended chats, and the files that came with them, can be kept. */
export const keepChoices = [3, 6, 12, 24, 36] as const;
export const keepFilesChoices = [1, ...keepChoices] as const;
/** Nothing that ended later is ever deleted for its age. */
export const LEAST_KEEP_MONTHS = 1;
const keepMonths = z.literal(keepChoices, texts.keepWrong).nullable();
const keepFilesMonths = z.literal(keepFilesChoices, texts.keepWrong).nullable();

/** How an enterprise answers chats. */
export const chatRules = z.object({
  hours: hours.nullable().meta({ description: "Null: at any time" }),
  pickUpMinutes: minutes.nullable().meta({ description: "Who waits longer is missed; null: nobody ever is" }),
  targetSeconds: targetSeconds.nullable().default(USUAL_TARGET_SECONDS).meta({
    description: "Who is picked up within it counts for the service level; null: there is none",
  }),
  assignment: z
    .enum(assignments)
    .default("manual")
    .meta({ description: "To whom waiting chats are offered by themselves, the oldest first" }),
  capacity: capacity.nullable().default(null).meta({
    description: "Ongoing and offered chats with which somebody is offered no more; null: no limit",
  }),
  prefersLast: z
    .boolean()
    .default(true)
    .meta({ description: "Who had a customer's last chat is offered the next one first" }),
  followsUp: z.boolean().default(false).meta({
    description:
      "Where people pick chats up (manual): who had a customer's last chat is offered the next one for a minute, if they are there",
  }),
  waitingText: said.meta({ description: "Said to who begins to wait; empty: the usual sentence" }),
  awayText: said.meta({ description: "Said outside the hours; empty: the usual sentence" }),
  missedText: said.meta({ description: "Said to whom nobody took in time; empty: nothing" }),
  closingText: said.meta({ description: "Said when a chat is closed; empty: nothing" }),
  masksNumbers: z.boolean().default(false).meta({
    description:
      "Card and identity numbers that customers and colleagues write or say are stored, and sent, with their last four signs alone",
  }),
  asksReason: z.boolean().default(false).meta({
    description:
      "Supervisors say why they join or take over a chat, and whoever takes out one person's data says why",
  }),
  videoCalls: z
    .boolean()
    .default(false)
    .meta({ description: "Who answers a chat can call its customer with a camera" }),
  asksRating: z
    .boolean()
    .default(false)
    .meta({ description: "Customers are asked how a chat was when it is closed" }),
  ratingText: said.default("").meta({ description: "The question; empty: the usual one" }),
  keepMonths: keepMonths.default(null).meta({
    description:
      "Chats that ended longer ago are deleted by night, with all that was said in them; null: never",
  }),
  keepFilesMonths: keepFilesMonths.default(null).meta({
    description: "Files that came with such chats go so much earlier; null: with their chat",
  }),
});
export type ChatRules = z.infer<typeof chatRules>;

/** An enterprise that has set nothing answers at any time. */
export const noChatRules: ChatRules = {
  hours: null,
  pickUpMinutes: null,
  targetSeconds: USUAL_TARGET_SECONDS,
  assignment: "manual",
  capacity: null,
  prefersLast: true,
  followsUp: false,
  waitingText: "",
  awayText: "",
  missedText: "",
  closingText: "",
  masksNumbers: false,
  asksReason: false,
  videoCalls: false,
  asksRating: false,
  ratingText: "",
  keepMonths: null,
  keepFilesMonths: null,
};

/** Whether chats that wait are offered to people without anybody who gives them. */
export const assignsByItself = ({ assignment, followsUp }: ChatRules): boolean =>
  assignment !== "manual" || followsUp;

/** Whether people answer at that time, in milliseconds since 1970. */
export function answersAt({ hours: set }: Pick<ChatRules, "hours">, now: number): boolean {
  if (!set) return true;
  const { timezone, week, holidays } = set;
  const today = dateIn(timezone, now);
  const isHoliday = (date: string) => holidays.some((each) => each.date === date);
  if (isHoliday(today)) return false;
  const { day: weekday, minute } = clockIn(timezone, now);
  const isOpen = ({ from, until }: Minutes) => minute >= from && (minute < until || until < from);
  if (spansOf(week[weekday]).some(isOpen)) return true;
  // The night before goes on until the morning, unless it never began.
  const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  return (
    !isHoliday(yesterday) &&
    spansOf(week[(weekday + 6) % 7]).some(({ from, until }) => until < from && minute < until)
  );
}

interface Minutes {
  from: number;
  until: number;
}
/** All hours of a day, in minutes since its beginning. */
const spansOf = (open: ChatHours["week"][number] | undefined): Minutes[] =>
  open
    ? [open, ...(open.more ?? [])].map(({ from, until }) => ({
        from: minuteOf(from) ?? 0,
        until: minuteOf(until) ?? 0,
      }))
    : [];

const DAY_MS = 86_400_000;
/** Beyond a year nobody knows the holidays. */
const MOST_DAYS = 366;

/** When people answer next: now if they do, undefined if never. Milliseconds since 1970. */
export function answersNext(set: ChatRules["hours"], now: number): number | undefined {
  if (!set || answersAt({ hours: set }, now)) return now;
  const { timezone, week, holidays } = set;
  const today = Date.parse(`${dateIn(timezone, now)}T00:00:00Z`);
  for (let days = 0; days <= MOST_DAYS; days++) {
    const midnight = new Date(today + days * DAY_MS);
    const date = midnight.toISOString().slice(0, 10);
    const open = week[(midnight.getUTCDay() + 6) % 7];
    if (!open || holidays.some((each) => each.date === date)) continue;
    const begins = spansOf(open).map(({ from }) => timeIn(timezone, `${date}T${clockOf(from)}:00`));
    const next = begins.filter((at) => at > now).toSorted((a, b) => a - b)[0];
    if (next !== undefined) return next;
  }
  return undefined;
}
