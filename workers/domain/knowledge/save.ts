import { and, eq, inArray, sql } from "drizzle-orm";
import { genAiTexts } from "#texts/gen-ai.ts";
import { knowledgeConfigs, knowledgeSources } from "#db/tenant/knowledge.ts";
import type { saveKnowledge as contract } from "#workers/contract/endpoints/knowledge.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { publicAddress, RefusedAddress } from "#workers/outbound/address.ts";
import { agentRow } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { configStands, refuseUnknownConfig } from "../integrations/list.ts";
import { openingJob } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";
import { ofAgent } from "./config.ts";
import { absolute } from "./page-address.ts";
import { readingAgain } from "./reread.ts";
import { build } from "../integrations/knowledge-readers.ts";

type Fields = InputOf<typeof contract>["body"];
const HOUR_MS = 3_600_000;

/**
 * Saves a bot's knowledge: new addresses wait to be read by a job that is enqueued with them, removed ones take their
 * passages along in the same transaction. Documents not named any more stay: they have a delete call.
 */
export async function saveKnowledge(
  ctx: Ctx,
  agentId: string,
  fields: Fields,
  { allowPrivate = false } = {},
): Promise<void> {
  const { db, enterpriseId, now, newId } = ctx;
  const agent = await agentRow(ctx, agentId);
  const urls = addressesOf(fields, allowPrivate);
  if (fields.genAiConfigId) await refuseUnknownConfig(ctx, fields.genAiConfigId, "genAiConfigId");
  const mine = ofAgent(ctx, agentId);
  const [[before], known] = await db.batch([
    db.select().from(knowledgeConfigs).where(mine.config).limit(1),
    db
      .select()
      .from(knowledgeSources)
      .where(and(mine.sources, eq(knowledgeSources.kind, "website"))),
  ]);
  const at = now();
  const config = {
    kbFromWebsite: fields.kbFromWebsite,
    kbFromDoc: fields.kbFromDoc,
    genAiConfigId: fields.genAiConfigId,
    crawlDepth: fields.crawlDepth,
    recrawlHours: fields.recrawlHours,
    nextCrawlAt: fields.kbFromWebsite && fields.recrawlHours ? at + fields.recrawlHours * HOUR_MS : null,
    updatedAt: at,
  };
  const gone = known.filter(({ nameKey }) => !urls.includes(nameKey));
  const added = urls.filter((url) => !known.some(({ nameKey }) => nameKey === url));
  const deeper = before !== undefined && before.crawlDepth !== fields.crawlDepth;
  // Another provider means other vectors.
  const embedding = fields.genAiConfigId && fields.genAiConfigId !== before?.genAiConfigId;
  const reading = added.length > 0 || deeper || Boolean(embedding);
  const rows = added.map((url) => [newId(), url]);
  const work = db.batch([
    db
      .insert(knowledgeConfigs)
      .values({ id: newId(), enterpriseId, agentId, ...config, createdAt: at })
      .onConflictDoUpdate({ target: [knowledgeConfigs.enterpriseId, knowledgeConfigs.agentId], set: config }),
    ...(fields.genAiConfigId ? [guard(ctx, configStands(ctx, fields.genAiConfigId))] : []),
    db.delete(knowledgeSources).where(
      and(
        mine.sources,
        inArray(
          knowledgeSources.id,
          gone.map(({ id }) => id),
        ),
      ),
    ),
    // Another save may have added the same address since it was looked for: it is there, and read by one job.
    db.insert(knowledgeSources).select(
      sql`SELECT value->>0, ${enterpriseId}, ${agentId}, 'website', value->>1, value->>1, NULL, 0, 'waiting', '', 0,
          NULL, ${at}, ${at} FROM json_each(${JSON.stringify(rows)}) WHERE true
          ON CONFLICT DO NOTHING`,
    ),
    // Another depth means other pages.
    ...(deeper ? readingAgain(ctx, agentId) : []),
    ...(reading ? [openingJob(ctx, build(agentId))] : []),
    audited(ctx, {
      action: "configure",
      kind: "knowledge",
      object: agent,
      before: before && { ...before, urls: known.map(({ name }) => name) },
      after: { ...config, urls },
    }),
  ]);
  await work.catch(async (error: unknown) => {
    // Deleted since it was looked for.
    if (guardFailed(error) && fields.genAiConfigId) {
      await refuseUnknownConfig(ctx, fields.genAiConfigId, "genAiConfigId");
    }
    throw error;
  });
}

/** The addresses in one spelling each; refuses one that may not be fetched, naming its row. */
function addressesOf({ websitesUrls }: Fields, allowPrivate: boolean): string[] {
  const errors: Record<string, string> = {};
  const urls: string[] = [];
  for (const [row, given] of websitesUrls.entries()) {
    try {
      const url = allowPrivate ? new URL(given) : publicAddress(given);
      const address = absolute(url.href, url.href) ?? url.href;
      if (urls.includes(address)) errors[`websitesUrls.${row}`] = genAiTexts.urlTwice;
      urls.push(address);
    } catch (error) {
      if (!(error instanceof RefusedAddress) && !(error instanceof TypeError)) throw error;
      errors[`websitesUrls.${row}`] = genAiTexts.addressRefused;
    }
  }
  const [first] = Object.values(errors);
  if (first) throw new DomainError("invalid", { message: first, errors });
  return urls;
}
