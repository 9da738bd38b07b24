import { dayOf } from "#workers/contract/billing/usage.ts";
import type { CheckKind } from "#workers/contract/data-checks.ts";
import { recountBills, recountBroadcasts, recountCalls } from "../broadcasts/recount.ts";
import { recountChats } from "../chats/recount.ts";
import { recountMessages } from "../messaging/recount.ts";
import { recount } from "../reports/recount.ts";
import { recountQuarters } from "../reports-of-messages/recount.ts";
import { recountUsage } from "../usage/recount.ts";
import { type Check, type Found, type Looking, rowOf } from "./check.ts";

/** Nothing is counted where there is more than one statement may count. */
const TOO_MANY: Found = { looked: 0, wrong: 0, example: null, next: null, failure: "too many for a page" };

async function isTooMany({ tenant, enterpriseId, most }: Looking, counted: string): Promise<boolean> {
  if (most === undefined) return false;
  const all = await rowOf<{ count: number | null }>(tenant, counted, enterpriseId);
  return (all?.count ?? 0) > most;
}

const CHATS = "SELECT sum(count) AS count FROM chat_counts WHERE enterprise_id = ?1";
const MESSAGES = "SELECT sum(count) AS count FROM message_hours WHERE enterprise_id = ?1 AND fact = 'made'";

const chats = (kind: "chatCounts" | "chatFigures", table: "chat_counts" | "chat_figures"): Check => ({
  kind,
  async page(looking) {
    if (await isTooMany(looking, CHATS)) return TOO_MANY;
    const { tenant, enterpriseId, repair } = looking;
    const [drift] = await recountChats(tenant, { repair, enterpriseId, only: table });
    const rows = `SELECT count(*) AS count FROM ${table} WHERE enterprise_id = ?1`;
    const counted = await rowOf<{ count: number }>(tenant, rows, enterpriseId);
    return foundIn(counted?.count ?? 0, drift);
  },
});

/** Counts that one statement compares, where there are not too many of what they count. */
const inOne = (kind: CheckKind, counted: string, again: typeof recountMessages): Check => ({
  kind,
  async page(looking) {
    if (await isTooMany(looking, counted)) return TOO_MANY;
    const { tenant, enterpriseId, repair } = looking;
    const { looked, ...drift } = await again(tenant, enterpriseId, { repair });
    return foundIn(looked, drift);
  },
});

const LEFT = "SELECT sum(count) AS count FROM message_quarters WHERE enterprise_id = ?1";
/** Those in files are counted by what is noted of each file. */
const RECIPIENTS = `SELECT sum(count) - (SELECT coalesce(sum(p.count), 0) FROM broadcast_archives p WHERE p.enterprise_id = ?1) AS count
  FROM broadcast_counts WHERE enterprise_id = ?1 AND status NOT IN ('replied', 'clicked', 'waits')`;

/** One bot a page, month by month. */
const botReports: Check = {
  kind: "botReports",
  async page({ tenant, enterpriseId, repair }, after) {
    const bot = await rowOf<{ id: string | null; sums: number }>(
      tenant,
      `SELECT b.id, (SELECT count(*) FROM report_sums r WHERE r.enterprise_id = ?1 AND r.agent_id = b.id) AS sums FROM (SELECT min(id) AS id FROM
        (SELECT id FROM agents WHERE enterprise_id = ?1 AND id > ?2 UNION SELECT agent_id FROM report_sums WHERE enterprise_id = ?1 AND agent_id > ?2)) b`,
      enterpriseId,
      after,
    );
    if (!bot?.id) return { looked: 0, wrong: 0, example: null, next: null };
    const drifts = await recount(tenant, { enterpriseId, agentId: bot.id }, { repair });
    const wrong = drifts.reduce((sum, { rows }) => sum + rows, 0);
    return { looked: bot.sums, wrong, example: drifts[0]?.example ?? null, next: bot.id };
  },
};

/** The directory has the counts that it was told of the last sixty days. Wrong ones are told again. */
const usageCarried: Check = {
  kind: "usageCarried",
  async page({ tenant, directory, enterpriseId, now, repair }) {
    const since = dayOf(now) - 60;
    const told = await tenant
      .prepare(`SELECT kind, day, carried AS count ${TOLD}`)
      .bind(enterpriseId, since)
      .all<UsedDay>();
    const known = await directory
      .prepare("SELECT kind, day, count FROM usage_daily WHERE enterprise_id = ?1 AND day >= ?2")
      .bind(enterpriseId, since)
      .all<UsedDay>();
    const there = new Map(known.results.map(({ kind, day, count }) => [`${kind} ${day}`, count]));
    const wrong = told.results.filter(({ kind, day, count }) => (there.get(`${kind} ${day}`) ?? 0) < count);
    if (repair && wrong.length > 0)
      await tenant.batch([
        tenant
          .prepare(
            `UPDATE usage_days SET carried = 0 WHERE enterprise_id = ?1 AND (kind, day) IN (SELECT value->>'kind', value->>'day' FROM json_each(?2))`,
          )
          .bind(enterpriseId, JSON.stringify(wrong)),
      ]);
    const [first] = wrong;
    return {
      looked: told.results.length,
      wrong: wrong.length,
      example: first ? JSON.stringify(first) : null,
      next: null,
    };
  },
};
const TOLD = "FROM usage_days WHERE enterprise_id = ?1 AND day >= ?2 AND carried > 0";
interface UsedDay {
  kind: string;
  day: number;
  count: number;
}

const foundIn = (looked: number, drift: { rows: number; example: string | null } | undefined): Found => ({
  looked,
  wrong: drift?.rows ?? 0,
  example: drift?.example ?? null,
  next: null,
});

export const counts: readonly Check[] = [
  chats("chatCounts", "chat_counts"),
  chats("chatFigures", "chat_figures"),
  inOne("messageHours", MESSAGES, recountMessages),
  inOne("messageQuarters", LEFT, recountQuarters),
  inOne("broadcastCounts", RECIPIENTS, recountBroadcasts),
  inOne("broadcastBills", RECIPIENTS, recountBills),
  inOne("broadcastQuarters", RECIPIENTS, recountCalls),
  botReports,
  inOne("usageDays", MESSAGES, recountUsage),
  usageCarried,
];
