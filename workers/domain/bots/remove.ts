import { and, eq, notExists, sql } from "drizzle-orm";
import { agents } from "#db/tenant/bots.ts";
import { intents } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import { audited } from "../audit.ts";
import { describe, DomainError } from "../error.ts";
import { API_KEY } from "../integrations/provider-of.ts";
import { droppingJobs, openingJob } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";
import { dropSecret } from "../secrets/secret.ts";
import { agentRow, thisAgent } from "./agent.ts";

/**
 * Deletes a bot without stories; agentNotEmpty (101) when it has any, even one added a moment ago: the foreign key
 * restricts. The story that came with the bot is nobody's work while it is as it came, so it goes along. Its jobs go with
 * it, so a worker finds its job lost and stops; another job deletes its files.
 */
export async function removeAgent(ctx: Ctx, id: string): Promise<void> {
  const { db, enterpriseId } = ctx;
  const before = await agentRow(ctx, id);
  const mine = and(eq(stories.enterpriseId, enterpriseId), eq(stories.agentId, id));
  const untouched = asItCame(ctx, before.createdAt);
  try {
    await db.batch([
      db.delete(stories).where(and(mine, untouched)),
      db.delete(agents).where(thisAgent(ctx, id)),
      droppingJobs(ctx, id),
      openingJob(ctx, { kind: "agent.forget", subject: id, payload: { agentId: id } }),
      dropSecret(ctx, { kind: "agent", id, field: API_KEY }),
      audited(ctx, {
        action: "delete",
        kind: "agent",
        object: before,
        before: { name: before.name, description: before.description, config: before.config },
      }),
    ]);
  } catch (error) {
    if (describe(error).includes("FOREIGN KEY")) throw new DomainError("agentNotEmpty");
    throw error;
  }
}

/** Of a story that was made in the same moment as its bot, never renamed since, and is empty. */
const asItCame = ({ db }: Ctx, madeAt: number) =>
  and(
    eq(stories.createdAt, madeAt),
    eq(stories.updatedAt, madeAt),
    notExists(
      db
        .select({ one: sql`1` })
        .from(intents)
        .where(sql`${intents.storyId} = ${stories}.id`),
    ),
  );
