import type { dashboardSummary as contract } from "#workers/contract/endpoints/dashboard.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DAY_MS } from "../reports/grain.ts";
import { toReview } from "../review/unmatched.ts";

type Today = ReplyOf<typeof contract>["today"];

/** Days of the course, today's among them. */
const DAYS = 14;
/** Counts stop here: the dashboard stays fast however much waits. */
const MOST_TO_REVIEW = 1_000;
/** The newest weak messages that tell which intents are weak. */
const MOST_WEAK = 4_000;
const WEAKEST = 5;

const BY_DAY = `SELECT r.at, sum(r.conversations) AS conversations, sum(r.turns - r.offered) AS asked, sum(r.scoped) AS understood
  FROM agents a CROSS JOIN report_sums r ON r.enterprise_id = ?1 AND r.agent_id = a.id AND r.grain = ${DAY_MS} AND r.at >= ?2
  WHERE a.enterprise_id = ?1 GROUP BY r.at`;
/** What no intent understood and nobody looked at; the bot with the most of it first. */
const TO_REVIEW = `SELECT id, count(*) AS count FROM (${toReview("a.id", MOST_TO_REVIEW + 1)})
  GROUP BY id ORDER BY count DESC, id`;
const WEAK = `SELECT w.count, i.id AS intentId, i.name AS intentName, i.story_id AS storyId, a.id AS agentId, a.name AS agentName
  FROM (SELECT intent_id, count(*) AS count FROM (
      SELECT t.intent_id FROM agents a CROSS JOIN turns t INDEXED BY turns_weak ON t.enterprise_id = ?1 AND t.agent_id = a.id
        AND t.weak = 1 AND t.at >= ?2
      WHERE a.enterprise_id = ?1 LIMIT ${MOST_WEAK})
    GROUP BY intent_id ORDER BY count DESC, intent_id LIMIT ${2 * WEAKEST}) w
  CROSS JOIN intents i ON i.id = w.intent_id AND i.enterprise_id = ?1
  CROSS JOIN agents a ON a.id = i.agent_id
  ORDER BY w.count DESC, i.name LIMIT ${WEAKEST}`;
const SENDING = `SELECT count(*) AS count FROM channels c CROSS JOIN broadcasts b INDEXED BY broadcasts_going
  ON b.channel_id = c.id AND b.ended_at IS NULL AND b.state = 'processing' WHERE c.enterprise_id = ?1`;
const LAST_IMPORT = `SELECT id, file_name AS fileName, state, counts->>'accepted' AS accepted, counts->>'rejected' AS rejected, created_at AS createdAt
  FROM customer_imports WHERE enterprise_id = ?1 AND state NOT IN ('CHECKING', 'CHECKED')
  ORDER BY created_at DESC, id DESC LIMIT 1`;

const SECTIONS = {
  bots: { permissions: ["NLP.VIEW"], statements: [BY_DAY, TO_REVIEW, WEAK] },
  broadcasts: {
    permissions: ["CAMPAIGNS.VIEW", "CAMPAIGNS.CREATE", "CAMPAIGNS.EDIT", "CAMPAIGNS.START"],
    statements: [SENDING],
  },
  lastImport: { permissions: ["CUSTOMER.VIEW"], statements: [LAST_IMPORT] },
} as const satisfies Record<string, { permissions: readonly Permission[]; statements: readonly string[] }>;

/** What matters today, of the sections that these permissions open: statements for a batch, and what its rows say. */
export function readingToday({ db, enterpriseId, now }: Ctx, held: readonly Permission[]) {
  const since = Math.floor(now() / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
  const has = ({ permissions }: { permissions: readonly Permission[] }) =>
    permissions.some((permission) => held.includes(permission));
  const { bots, broadcasts, lastImport } = SECTIONS;
  const open = Object.values(SECTIONS).filter(has);
  const statements: string[] = open.flatMap(({ statements: of }) => [...of]);
  return {
    statements: statements.map((text) =>
      db.$client.prepare(text).bind(...(text.includes("?2") ? [enterpriseId, since] : [enterpriseId])),
    ),
    read(results: unknown[][]): Today {
      const of = <Row>(statement: string): Row[] => (results[statements.indexOf(statement)] ?? []) as Row[];
      const [imported] = of<ImportRow>(LAST_IMPORT);
      return {
        bots: has(bots)
          ? { days: daysSince(since, of(BY_DAY)), review: waiting(of(TO_REVIEW)), weakest: of(WEAK) }
          : null,
        sending: has(broadcasts) ? (of<{ count: number }>(SENDING)[0]?.count ?? 0) : null,
        lastImport: has(lastImport) && imported ? { ...imported, createdAt: iso(imported.createdAt) } : null,
      };
    },
  };
}

type ImportRow = Omit<NonNullable<Today["lastImport"]>, "createdAt"> & { createdAt: number };

interface DayRow {
  at: number;
  conversations: number;
  asked: number;
  understood: number;
}

function daysSince(since: number, rows: DayRow[]) {
  const byDay = new Map(rows.map((row) => [row.at, row]));
  return Array.from({ length: DAYS }, (_, day) => {
    const at = since + day * DAY_MS;
    const { conversations = 0, asked = 0, understood = 0 } = byDay.get(at) ?? {};
    return { date: iso(at).slice(0, 10), conversations, asked, understood };
  });
}

function waiting(rows: { id: string; count: number }[]) {
  const count = rows.reduce((total, row) => total + row.count, 0);
  return {
    count: Math.min(count, MOST_TO_REVIEW),
    more: count > MOST_TO_REVIEW,
    agentId: rows[0]?.id ?? null,
  };
}
