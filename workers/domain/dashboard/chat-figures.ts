import { and, eq, gte, lt, sql } from "drizzle-orm";
import { dashboardTexts as texts } from "#texts/dashboard.ts";
import { chatHours } from "#db/tenant/chat-hours.ts";
import {
  type ChatFigures,
  type dashboardInfo as contract,
  MOST_DAYS,
} from "#workers/contract/endpoints/dashboard.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { DomainError } from "../error.ts";
import { iso, type Ctx } from "../ctx.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Query = InputOf<typeof contract>["query"];
/** A moment's day and hour in the viewer's time zone. */
type Clock = (at: number) => { day: string; hour: string };

/**
 * Returns the enterprise's chats by the viewer's days or hours; those without chats are included with zeros. The cost
 * depends on the hours in the range, not on the number of chats.
 */
export async function chatFigures(ctx: Ctx, query: Query): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId, now } = ctx;
  const clock = clockOf(query);
  const days = daysOf(query);
  const first = Date.parse(days[0] ?? "");
  const rows = await db
    .select({
      hour: chatHours.hour,
      attended: sql<number>`sum(${chatHours.attended})`,
      missed: sql<number>`sum(${chatHours.missed})`,
      pickupMs: sql<number>`sum(${chatHours.pickupMs})`,
    })
    .from(chatHours)
    .where(
      and(
        eq(chatHours.enterpriseId, enterpriseId),
        // Zones are at most 14 hours away; hours of another day are dropped below.
        gte(chatHours.hour, first - DAY_MS),
        lt(chatHours.hour, first + (days.length + 1) * DAY_MS),
      ),
    )
    .groupBy(chatHours.hour);
  const byHour = query.timeType === "HOUR";
  const labels = byHour ? days.flatMap((day) => HOURS.map((hour) => `${day}T${hour}:00`)) : days;
  const buckets = new Map(labels.map((label) => [label, { attended: 0, missed: 0, pickupMs: 0 }]));
  for (const { hour: at, attended, missed, pickupMs } of rows) {
    const { day, hour } = clock(at);
    const bucket = buckets.get(byHour ? `${day}T${hour}:00` : day);
    if (!bucket) continue;
    bucket.attended += attended;
    bucket.missed += missed;
    bucket.pickupMs += pickupMs;
  }
  const dashBoardData = [...buckets].map(([date, { attended, missed, pickupMs }]): ChatFigures => ({
    date,
    avgPickedUpInterval: attended === 0 ? 0 : Math.round(pickupMs / attended / 100) / 10,
    chatCount: attended + missed,
    noOfAttendedChats: attended,
    noOfMissedChats: missed,
  }));
  return { dashBoardData, updatedAt: iso(now()) };
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));

/** Returns every day of the range; throws invalid when it is reversed or too long. */
function daysOf({ fromDate, toDate, timeType }: Query): string[] {
  const first = Date.parse(fromDate);
  const count = Math.round((Date.parse(toDate) - first) / DAY_MS) + 1;
  if (!(count >= 1 && count <= MOST_DAYS[timeType])) {
    const text = texts.wrongRange(MOST_DAYS[timeType]);
    throw new DomainError("invalid", { message: text, errors: { toDate: text } });
  }
  return Array.from({ length: count }, (_, day) => iso(first + day * DAY_MS).slice(0, 10));
}

function clockOf({ timeZone, clientOffset }: Query): Clock {
  if (!timeZone) {
    return (at) => {
      const local = iso(at - clientOffset * 60_000);
      return { day: local.slice(0, 10), hour: local.slice(11, 13) };
    };
  }
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
    });
  } catch {
    throw new DomainError("invalid", { message: texts.wrongZone, errors: { timeZone: texts.wrongZone } });
  }
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return { day: `${parts["year"]}-${parts["month"]}-${parts["day"]}`, hour: parts["hour"] ?? "" };
  };
}
