import { and, eq, inArray, sql } from "drizzle-orm";
import { knowledgePages, knowledgeSources, passages } from "#db/tenant/knowledge.ts";
import { stem } from "#workers/nlu/stem.ts";
import { normalise, tokenise } from "#workers/nlu/text.ts";
import type { Scope } from "../scope.ts";

export interface FoundPassage {
  number: number;
  heading: string;
  text: string;
  kind: "website" | "document";
  sourceId: string;
  /** The page's address, or the number of a document's page. */
  address: string;
  /** What share of the question's weight the passage's words carry, 0 to 1. */
  coverage: number;
}

const MOST_FOUND = 30;

/** Words that a question is made of whatever it is about. */
const STOP = new Set(
  (
    "a an the is are am was were be been being do does did doing have has had having will would shall should can could may might must " +
    "i me my mine we us our you your yours he him his she her it its they them their this that these those there here " +
    "what which who whom whose when where why how to of in on at by for from with about into over under as and or but if then than so " +
    "not no nor only just also too very much many more most some any all each every both please tell know want need like get give show let " +
    "hello hi hey thanks thank ok okay yes 's 're 've 'll 'd 'm " +
    "है हैं था थी थे हो का की के को में से पर और या क्या कैसे कब कहाँ कहां कौन क्यों कितना कितने कितनी मैं मेरा मेरी मेरे हम आप आपका यह वह ये वे इस उस एक भी तो ही नहीं मुझे कृपया बताओ बताइए चाहिए"
  ).split(" "),
);

/** The words of a question that say what it is about, without repeats. */
export function questionWords(question: string): string[] {
  const words = tokenise(normalise(question)).filter(
    (token) => /[\p{L}\p{N}]/u.test(token) && !STOP.has(token),
  );
  return [...new Set(words)].slice(0, 24);
}

/** Quoted, so that nothing a person writes is part of the query's language. */
const quoted = (word: string): string => `"${word.replaceAll('"', "")}"`;

/**
 * The agent's passages that share words with the question, best first: by SQLite's bm25 (headings count double), then
 * by what share of the question they cover, rare words weighing more.
 */
export async function searchPassages(
  { db, enterpriseId }: Scope,
  agentId: string,
  question: string,
  most = 5,
): Promise<FoundPassage[]> {
  const words = questionWords(question);
  if (words.length === 0) return [];
  const mine = agentId.replaceAll("-", "");
  const match = `agent:${quoted(mine)} AND {heading text}:(${words.map(quoted).join(" OR ")})`;
  const ranked = db
    .select({
      number: sql<number>`rowid`.as("number"),
      rank: sql<number>`bm25(passages_fts, 0, 2.0, 1.0)`.as("rank"),
    })
    .from(sql`passages_fts`)
    .where(sql`passages_fts MATCH ${match}`)
    .orderBy(sql`rank`)
    .limit(MOST_FOUND);
  const best = await ranked;
  if (best.length === 0) return [];
  const rows = await db
    .select({
      number: passages.number,
      heading: passages.heading,
      text: passages.text,
      title: knowledgePages.title,
      address: knowledgePages.address,
      kind: knowledgeSources.kind,
      sourceId: passages.sourceId,
    })
    .from(passages)
    .innerJoin(knowledgePages, eq(knowledgePages.id, passages.pageId))
    .innerJoin(knowledgeSources, eq(knowledgeSources.id, passages.sourceId))
    .where(
      and(
        eq(passages.enterpriseId, enterpriseId),
        eq(passages.agentId, agentId),
        inArray(
          passages.number,
          best.map(({ number }) => number),
        ),
        // Only what is switched on, as it is now.
        sql`EXISTS (SELECT 1 FROM knowledge_configs k WHERE k.agent_id = ${agentId} AND
             CASE ${knowledgeSources.kind} WHEN 'website' THEN k.kb_from_website ELSE k.kb_from_doc END)`,
      ),
    );
  return rank(words, best, rows).slice(0, most);
}

interface Row {
  number: number;
  heading: string;
  text: string;
  title: string;
  address: string;
  kind: "website" | "document";
  sourceId: string;
}

function rank(
  words: readonly string[],
  best: readonly { number: number; rank: number }[],
  rows: readonly Row[],
) {
  const stems = words.map(stem);
  const held = rows.map(
    (row) => new Set(tokenise(normalise(`${row.heading} ${row.title} ${row.text}`)).map(stem)),
  );
  // Among what was found, a word that few have says more.
  const weights = stems.map((word) => {
    const having = held.filter((set) => set.has(word)).length;
    return having === 0 ? 1.5 : Math.log(1 + rows.length / having) + 0.3;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const bm25 = new Map(best.map(({ number, rank: value }) => [number, -value]));
  const most = Math.max(...bm25.values(), 1e-9);
  return rows
    .map((row, at) => {
      const coverage =
        stems.reduce((sum, word, index) => sum + (held[at]?.has(word) ? (weights[index] ?? 0) : 0), 0) /
        total;
      const { title: _, ...passage } = row;
      return { ...passage, coverage, score: coverage + 0.6 * ((bm25.get(row.number) ?? 0) / most) };
    })
    .toSorted((a, b) => b.score - a.score || a.number - b.number);
}
