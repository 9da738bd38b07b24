import type { dashboardSummary as contract } from "#workers/contract/endpoints/dashboard.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DAY_MS, QUARTER_MS, quarterOf } from "../reports/grain.ts";
import { toReview } from "../review/unmatched.ts";

type Today = ReplyOf<typeof contract>["today"];

/** Days of the course, today's among them. */
const DAYS = 14;
const WEEK_MS = 7 * DAY_MS;
/** Counts stop here: the dashboard stays fast however much waits. */
const MOST_TO_REVIEW = 1_000;
/** The newest weak messages of each bot that tell which intents are weak. */
const MOST_WEAK = 1_000;
const WEAKEST = 5;

const BY_DAY = `SELECT r.at, sum(r.conversations) AS conversations, sum(r.turns - r.offered) AS asked, sum(r.scoped) AS understood
  FROM agents a CROSS JOIN report_sums r ON r.enterprise_id = ?1 AND r.agent_id = a.id AND r.grain = ${DAY_MS} AND r.at >= ?2
  WHERE a.enterprise_id = ?1 GROUP BY r.at`;
/** The bots of the last seven days, each with its share of the figures. */
const BY_BOT = `SELECT a.id, a.name, sum(r.conversations) AS conversations, sum(r.turns - r.offered - r.scoped) AS missed
  FROM agents a CROSS JOIN report_sums r ON r.enterprise_id = ?1 AND r.agent_id = a.id AND r.grain = ${DAY_MS} AND r.at >= ?2 + ${WEEK_MS}
  WHERE a.enterprise_id = ?1 GROUP BY a.id`;
/** Figures of a week ago on this day after this time, so that a day just begun is compared with as much of one. */
const LATER = `SELECT coalesce(sum(r.conversations), 0) AS conversations, coalesce(sum(r.turns - r.offered), 0) AS asked,
    coalesce(sum(r.scoped), 0) AS understood
  FROM agents a CROSS JOIN report_sums r ON r.enterprise_id = ?1 AND r.agent_id = a.id AND r.grain = ${QUARTER_MS}
    AND r.at >= ?3 AND r.at < ?2 + ${WEEK_MS}
  WHERE a.enterprise_id = ?1`;
/** Messages that no intent understood and nobody looked at; the bot with the most of them first. */
const TO_REVIEW = `SELECT id, count(*) AS count FROM (${toReview("a.id", MOST_TO_REVIEW + 1)})
  GROUP BY id ORDER BY count DESC, id`;
const WEAK = `SELECT w.count, i.id AS intentId, i.name AS intentName, i.story_id AS storyId, a.id AS agentId, a.name AS agentName
  FROM (SELECT n.value AS intent_id, count(*) AS count FROM agents a CROSS JOIN json_each((
      SELECT json_group_array(intent_id) FROM (SELECT t.intent_id FROM turns t INDEXED BY turns_weak
        WHERE t.enterprise_id = ?1 AND t.agent_id = a.id AND t.weak = 1 AND t.at >= ?2
        ORDER BY t.at DESC LIMIT ${MOST_WEAK}))) n
    WHERE a.enterprise_id = ?1 GROUP BY n.value ORDER BY count DESC, n.value LIMIT ${2 * WEAKEST}) w
  CROSS JOIN intents i ON i.id = w.intent_id AND i.enterprise_id = ?1
  CROSS JOIN agents a ON a.id = i.agent_id
  ORDER BY w.count DESC, i.name LIMIT ${WEAKEST}`;
const SENDING = `SELECT count(*) AS count FROM channels c CROSS JOIN broadcasts b INDEXED BY broadcasts_going
  ON b.channel_id = c.id AND b.ended_at IS NULL AND b.state = 'processing' WHERE c.enterprise_id = ?1`;
const LAST_IMPORT = `SELECT id, file_name AS fileName, state, counts->>'accepted' AS accepted, counts->>'rejected' AS rejected, created_at AS createdAt
  FROM customer_imports WHERE enterprise_id = ?1 AND state NOT IN ('CHECKING', 'CHECKED')
  ORDER BY created_at DESC, id DESC LIMIT 1`;

const SECTIONS = {
  bots: { permissions: ["NLP.VIEW"], statements: [BY_DAY, BY_BOT, LATER, TO_REVIEW, WEAK] },
  broadcasts: {
    permissions: ["CAMPAIGNS.VIEW", "CAMPAIGNS.CREATE", "CAMPAIGNS.EDIT", "CAMPAIGNS.START"],
    statements: [SENDING],
  },
  lastImport: { permissions: ["CUSTOMER.VIEW"], statements: [LAST_IMPORT] },
} as const satisfies Record<string, { permissions: readonly Permission[]; statements: readonly string[] }>;

/** Today's figures of the sections that these permissions open: statements for a batch, and a reader of its rows. */
export function readingToday({ db, enterpriseId, now }: Ctx, held: readonly Permission[]) {
  const since = Math.floor(now() / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
  const has = ({ permissions }: { permissions: readonly Permission[] }) =>
    permissions.some((permission) => held.includes(permission));
  const { bots, broadcasts, lastImport } = SECTIONS;
  const open = Object.values(SECTIONS).filter(has);
  const values = [enterpriseId, since, quarterOf(now() - WEEK_MS)];
  const statements: string[] = open.flatMap(({ statements: of }) => [...of]);
  return {
    statements: statements.map((text) =>
      db.$client.prepare(text).bind(...values.filter((_, at) => text.includes(`?${at + 1}`))),
    ),
    read(results: unknown[][]): Today {
      const of = <Row>(statement: string): Row[] => (results[statements.indexOf(statement)] ?? []) as Row[];
      const [imported] = of<ImportRow>(LAST_IMPORT);
      return {
        bots: has(bots)
          ? {
              days: daysSince(since, of(BY_DAY)),
              later: of<Later>(LATER)[0] ?? { conversations: 0, asked: 0, understood: 0 },
              most: mostOf(of(BY_BOT)),
              review: waiting(of(TO_REVIEW)),
              weakest: of(WEAK),
            }
          : null,
        sending: has(broadcasts) ? (of<{ count: number }>(SENDING)[0]?.count ?? 0) : null,
        lastImport: has(lastImport) && imported ? { ...imported, createdAt: iso(imported.createdAt) } : null,
      };
    },
  };
}

type ImportRow = Omit<NonNullable<Today["lastImport"]>, "createdAt"> & { createdAt: number };

type Bots = NonNullable<Today["bots"]>;
type Later = Bots["later"];

interface BotRow {
  id: string;
  name: string;
  conversations: number;
  missed: number;
}

/** Which bot most of a figure is of: the report, to which the figure leads, is of one bot. */
function mostOf(rows: readonly BotRow[]): Bots["most"] {
  const talked = rows.filter(({ conversations, missed }) => conversations > 0 || missed > 0);
  const by = (figure: "conversations" | "missed") => {
    const [most] = talked.toSorted((a, b) => b[figure] - a[figure]);
    return most && most[figure] > 0 ? { id: most.id, name: most.name } : null;
  };
  const conversations = by("conversations");
  return { conversations, missed: by("missed") ?? conversations, several: talked.length > 1 };
}

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
