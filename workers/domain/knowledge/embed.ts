import { and, asc, isNull, ne, or, sql } from "drizzle-orm";
import { passages } from "#db/tenant/knowledge.ts";
import { type Provider, ProviderError } from "#workers/providers/provider.ts";
import { describe } from "../error.ts";
import type { Ctx } from "../ctx.ts";
import { ofAgent } from "./config.ts";
import type { Reading } from "./reading.ts";

const AT_ONCE = 32;
/** Cost of a batch of vectors against a run's share, in pages. */
const COST = 4;
const LONGEST = 2_000;

/**
 * Gives the bot's passages vectors of the provider that writes its answers. Answers false when the rest is left to the
 * next run. If the provider fails, words still find the passages, and the next reading tries again.
 */
export async function embedPassages(
  ctx: Ctx,
  agentId: string,
  writer: () => Promise<Provider | null>,
  reading: Reading,
): Promise<boolean> {
  const { db } = ctx;
  const mine = ofAgent(ctx, agentId);
  const provider = await writer();
  if (!provider) return true;
  const model = provider.embeddingModel;
  for (;;) {
    const rows = await db
      .select({ number: passages.number, heading: passages.heading, text: passages.text })
      .from(passages)
      .where(and(mine.passages, or(isNull(passages.vectorModel), ne(passages.vectorModel, model))))
      .orderBy(asc(passages.number))
      .limit(AT_ONCE);
    if (rows.length === 0) return true;
    let vectors: Float32Array[];
    try {
      vectors = await provider.embed(
        rows.map(({ heading, text }) => `${heading}\n${text}`.slice(0, LONGEST)),
      );
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      console.log(JSON.stringify({ level: "warn", source: "knowledge", failure: describe(error) }));
      return true;
    }
    const values = rows.map(({ number }, at) => [number, hexOf(vectors[at] ?? new Float32Array())]);
    await db.run(
      sql`UPDATE passages SET vector = unhex(given.value->>1), vector_model = ${model}
          FROM json_each(${JSON.stringify(values)}) AS given
          WHERE passages.number = given.value->>0 AND passages.enterprise_id = ${ctx.enterpriseId}
            AND passages.agent_id = ${agentId}`,
    );
    if (!(await reading.did(COST))) return false;
  }
}

const hexOf = (vector: Float32Array): string =>
  Array.from(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
