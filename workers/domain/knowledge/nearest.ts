import { sql } from "drizzle-orm";
import { hurried } from "#workers/providers/hurried.ts";
import { type Provider, ProviderError } from "#workers/providers/provider.ts";
import { describe } from "../error.ts";
import type { Ctx } from "../ctx.ts";

/** Passages of a bot compared with a question, the newest first, besides those that its words find. */
const MOST_COMPARED = 2_000;
/** Of longer vectors fewer: a Worker has 128 MB, and somebody is waiting. */
const MOST_BYTES = 8 * 1024 * 1024;
const AT_ONCE = 250;
/** A question is not kept waiting for longer: its words find passages without the provider. */
const PATIENCE_MS = 4_000;
const LONGEST_QUESTION = 2_000;

export interface Near {
  number: number;
  /** Cosine of the two vectors. */
  likeness: number;
  /** The same from 0 (as an average passage of the bot) to 1 (the best): models differ in what a cosine means. */
  closeness: number;
}

/**
 * Passages by the similarity of their vectors to the question's, best first: the best `most`, and those in `also`; none
 * when the provider fails.
 */
export async function nearestPassages(
  ctx: Ctx,
  agentId: string,
  question: string,
  provider: Provider,
  { most, also }: { most: number; also: readonly number[] },
): Promise<Near[]> {
  const [any] = await vectorsOf(ctx, agentId, provider, { most: 1 });
  const asked = any && (await vectorOf(provider, question));
  if (!asked) return [];
  const likenesses = new Map<number, number>();
  const compare = (rows: readonly Vector[]): void => {
    for (const { number, vector } of rows) likenesses.set(number, dot(asked, fromHex(vector)));
  };
  compare(await vectorsOf(ctx, agentId, provider, { most: also.length, among: also }));
  const compared = Math.min(MOST_COMPARED, MOST_BYTES / (any.vector.length / 2));
  let before: number | undefined;
  for (let read = 0; read < compared; read += AT_ONCE) {
    const rows = await vectorsOf(ctx, agentId, provider, { most: AT_ONCE, before });
    compare(rows);
    if (rows.length < AT_ONCE) break;
    before = rows.at(-1)?.number;
  }
  const average = [...likenesses.values()].reduce((sum, each) => sum + each, 0) / likenesses.size;
  const best = Math.max(...likenesses.values());
  return [...likenesses]
    .map(([number, likeness]) => ({
      number,
      likeness,
      closeness: best > average ? Math.max(0, (likeness - average) / (best - average)) : 0,
    }))
    .toSorted((a, b) => b.likeness - a.likeness || a.number - b.number)
    .filter(({ number }, rank) => rank < most || also.includes(number));
}

interface Vector {
  number: number;
  vector: string;
}

/** Hexadecimal, since a blob would come as a list of numbers, several times its size. */
const vectorsOf = (
  { db, enterpriseId }: Ctx,
  agentId: string,
  { embeddingModel }: Provider,
  { most, before, among }: { most: number; before?: number | undefined; among?: readonly number[] },
): Promise<Vector[]> =>
  db.all<Vector>(sql`
    SELECT number, hex(vector) AS vector FROM passages
    WHERE enterprise_id = ${enterpriseId} AND agent_id = ${agentId} AND vector_model = ${embeddingModel}
      AND number < ${before ?? Number.MAX_SAFE_INTEGER}
      ${among ? sql`AND number IN (SELECT value FROM json_each(${JSON.stringify(among)}))` : sql``}
    ORDER BY number DESC LIMIT ${most}`);

async function vectorOf(provider: Provider, question: string): Promise<Float32Array | undefined> {
  try {
    const [vector] = await hurried(provider, PATIENCE_MS).embed([question.slice(0, LONGEST_QUESTION)]);
    return vector;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.log(JSON.stringify({ level: "warn", source: "knowledge", failure: describe(error) }));
    return undefined;
  }
}

function dot(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return -1;
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

const NIBBLE = new Uint8Array(128);
for (let value = 0; value < 16; value++) NIBBLE[value.toString(16).toUpperCase().charCodeAt(0)] = value;

function fromHex(hex: string): Float32Array {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = ((NIBBLE[hex.charCodeAt(2 * at)] ?? 0) << 4) | (NIBBLE[hex.charCodeAt(2 * at + 1)] ?? 0);
  }
  return new Float32Array(bytes.buffer, 0, bytes.length >> 2);
}
