import { sql } from "drizzle-orm";
import type { Provider } from "#workers/providers/provider.ts";
import type { Ctx } from "../ctx.ts";
import { nearestPassages } from "./nearest.ts";
import { matchOf, termsOf, type Term } from "./question.ts";
import { blended, judge, weightOf } from "./rank.ts";

export interface FoundPassage {
  number: number;
  heading: string;
  text: string;
  kind: "website" | "document";
  sourceId: string;
  /** As it was added: a page's address, a document's name. */
  sourceName: string;
  /** The page's address, or the number of a document's page. */
  address: string;
  /** Share of the question's weight that the passage's words carry, 0 to 1. */
  coverage: number;
  /** Cosine of the provider's vectors, -1 to 1; null where there are none. */
  likeness: number | null;
}

type Row = Omit<FoundPassage, "coverage" | "likeness">;

/** Passages scored closely, preselected by the index's own ranking. */
const MOST_JUDGED = 50;

/**
 * The bot's passages for a question, best first, only from sources that are switched on: by their words (the index
 * finds them, the bot's own word weights rank them) and, with a provider, by meaning; both are blended.
 */
export async function searchPassages(
  ctx: Ctx,
  agentId: string,
  question: string,
  most = 5,
  provider: Provider | null = null,
): Promise<FoundPassage[]> {
  const terms = termsOf(question);
  const byWords = terms.length > 0 ? await findByWords(ctx, agentId, terms) : [];
  const also = byWords.map(({ number }) => number);
  const near = provider
    ? await nearestPassages(ctx, agentId, question, provider, { most: MOST_JUDGED, also })
    : [];
  const unseen = near.map(({ number }) => number).filter((number) => !also.includes(number));
  const rows = [...byWords, ...(unseen.length > 0 ? await readPassages(ctx, agentId, unseen) : [])];
  if (rows.length === 0) return [];
  const weights = await weightsOf(ctx, agentId, terms);
  const meaning = new Map(near.map((each) => [each.number, each]));
  return rows
    .map((row) => {
      const { coverage, score } = judge(terms, weights, row);
      const { likeness = null, closeness = 0 } = meaning.get(row.number) ?? {};
      return { ...row, coverage, likeness, rank: near.length === 0 ? score : blended(score, closeness) };
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank || a.number - b.number)
    .slice(0, most)
    .map(({ rank: _, ...passage }) => passage);
}

const columns = sql`p.number, p.heading, p.text, s.kind, p.source_id AS sourceId, s.name AS sourceName, g.address`;

/** Passages of the bot with their page, and only of kinds of sources that are switched on now. */
const switchedOn = ({ enterpriseId }: Ctx, agentId: string) => sql`
  JOIN knowledge_pages g ON g.id = p.page_id
  JOIN knowledge_sources s ON s.id = p.source_id
  JOIN knowledge_configs k ON k.enterprise_id = p.enterprise_id AND k.agent_id = p.agent_id
  WHERE p.enterprise_id = ${enterpriseId} AND p.agent_id = ${agentId}
    AND CASE s.kind WHEN 'website' THEN k.kb_from_website ELSE k.kb_from_doc END`;

const findByWords = (ctx: Ctx, agentId: string, terms: readonly Term[]): Promise<Row[]> =>
  ctx.db.all<Row>(sql`
    SELECT ${columns} FROM passages_fts f JOIN passages p ON p.number = f.rowid ${switchedOn(ctx, agentId)}
      AND passages_fts MATCH ${matchOf(agentId, terms)}
    ORDER BY bm25(passages_fts, 0, 2.0, 1.0) LIMIT ${MOST_JUDGED}`);

const readPassages = (ctx: Ctx, agentId: string, numbers: readonly number[]): Promise<Row[]> =>
  ctx.db.all<Row>(sql`
    SELECT ${columns} FROM passages p ${switchedOn(ctx, agentId)}
      AND p.number IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`);

/** The index counts over all bots of the database, but a word's weight depends on this bot's passages alone. */
async function weightsOf(ctx: Ctx, agentId: string, terms: readonly Term[]): Promise<number[]> {
  const { db, enterpriseId } = ctx;
  if (terms.length === 0) return [];
  const [row] = await db.all<Record<string, number>>(sql`
    SELECT (SELECT count(*) FROM passages WHERE enterprise_id = ${enterpriseId} AND agent_id = ${agentId}) AS passages,
    ${sql.join(
      terms.map(
        (term, at) =>
          sql`(SELECT count(*) FROM passages_fts WHERE passages_fts MATCH ${matchOf(agentId, [term])}) AS ${sql.identifier(`having${at}`)}`,
      ),
      sql`, `,
    )}`);
  return terms.map((_, at) => weightOf(row?.[`having${at}`] ?? 0, row?.passages ?? 0));
}
