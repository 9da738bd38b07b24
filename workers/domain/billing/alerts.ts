import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { billingTexts as english } from "#texts/billing.ts";
import { billingTexts as hindi } from "#texts/hi/billing.ts";
import { type AlertLevel, fullAt, levelsOf } from "#workers/contract/billing/forecast.ts";
import { daysOf, monthOf, type UsageKind } from "#workers/contract/billing/usage.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Actor } from "../ctx.ts";
import { ctxOf, directoryCtxOf } from "../ctx.ts";
import { isDouble } from "../error.ts";
import { keeping } from "../live-events/keep.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { writingMails } from "./people.ts";
import { aside } from "./aside.ts";
import { countedFrom, type Subscription } from "./subscriptions.ts";

const KINDS = { en: english.kinds, hi: hindi.kinds } as const;

const USED = `SELECT u.enterprise_id AS enterpriseId, u.kind, sum(u.count) AS used FROM json_each(?1) e CROSS JOIN usage_daily u
  ON u.enterprise_id = e.value->>0 AND u.day >= e.value->>1 AND u.day < ?2 GROUP BY 1, 2`;
const TOLD = `SELECT enterprise_id || ' ' || kind || ' ' || level AS key FROM billing_alerts WHERE month = ?2 AND enterprise_id IN (SELECT value FROM json_each(?1))`;
const TELL = "INSERT INTO billing_alerts (enterprise_id, month, kind, level, at) VALUES (?1, ?2, ?3, ?4, ?5)";

interface Due {
  enterpriseId: EnterpriseId;
  kind: UsageKind;
  level: AlertLevel;
  full: number | null;
}

export interface AlertDeps {
  db: TenantDb;
  directory: DirectoryDb;
  ring: KeyRing;
  /** Where people read more. */
  link: string;
  actor: Actor;
  now: number;
}

/** Tells of meters that have come to 80 and 100 percent: by the bell and by mail, each once a month and for what it is full at. */
export async function tellAlerts(deps: AlertDeps, subscriptions: readonly Subscription[]): Promise<void> {
  for (const due of await dueIn(deps, subscriptions)) await aside(due.enterpriseId, () => tell(deps, due));
}

async function dueIn(
  { directory: { $client }, now }: AlertDeps,
  all: readonly Subscription[],
): Promise<Due[]> {
  const month = monthOf(now);
  const { to } = daysOf(month);
  const since = all.map((each) => [each.enterpriseId, countedFrom(each, month)]);
  const ids = JSON.stringify(all.map(({ enterpriseId }) => enterpriseId));
  const [used, told] = await $client.batch([
    $client.prepare(USED).bind(JSON.stringify(since), to),
    $client.prepare(TOLD).bind(ids, month),
  ]);
  const before = new Set(((told?.results ?? []) as { key: string }[]).map(({ key }) => key));
  const plans = new Map(all.map(({ enterpriseId, plan }) => [enterpriseId, plan]));
  return ((used?.results ?? []) as { enterpriseId: EnterpriseId; kind: UsageKind; used: number }[]).flatMap(
    ({ enterpriseId, kind, used: count }) => {
      const full = fullAt(plans.get(enterpriseId)?.terms[kind]);
      return levelsOf(count, full)
        .map((level) => ({ enterpriseId, kind, level, full }))
        .filter(({ level }) => !before.has(`${enterpriseId} ${kind} ${level}`));
    },
  );
}

/** The bell first, under a cause of its own, then the row with its mails: whatever breaks off, each is told once. */
async function tell(
  { db, directory, ring, link, actor, now }: AlertDeps,
  { enterpriseId, kind, level, full }: Due,
): Promise<void> {
  const month = monthOf(now);
  const ctx = ctxOf(db, enterpriseId, actor, { now: () => now });
  await keeping(
    ctx,
    { permission: ["ENTERPRISE.MANAGE_BILLING"] },
    { action: "usageAlert", data: { kind, level } },
    `usage ${month} ${kind} ${level} ${full}`,
  );
  const { $client } = directory;
  const mails = await writingMails(directoryCtxOf(directory, enterpriseId, actor, { now: () => now }), ring, {
    template: "usageAlert",
    facts: (language) => [KINDS[language][kind], String(level)],
    link,
  });
  try {
    await $client.batch([$client.prepare(TELL).bind(enterpriseId, month, kind, level, now), ...mails]);
  } catch (error) {
    // Somebody else has told of it meanwhile.
    if (!isDouble(error)) throw error;
  }
}
