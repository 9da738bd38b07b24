import { and, eq, sql } from "drizzle-orm";
import { enterprises } from "#db/directory/enterprises.ts";
import { firstRuns } from "#db/tenant/first-run.ts";
import { agents } from "#db/tenant/bots.ts";
import { channelsTexts } from "#texts/channels.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { FirstRun } from "#workers/contract/endpoints/first-run.ts";
import { FIRST_RUN, type FirstRunKind } from "#workers/contract/first-run.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { audited } from "../audit.ts";
import { type ChannelDeps, creatingChannel } from "../channels/save.ts";
import type { Ctx, DirectoryCtx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { takeAgent } from "../import-export/import-agent.ts";
import { openingJob } from "../jobs/open.ts";
import { recording } from "../marketplace/installs.ts";
import { offerOf } from "../marketplace/offer.ts";
import { checkOffer } from "../marketplace/plan.ts";
import { firstRunNow } from "./state.ts";

/**
 * Makes what an enterprise begins with: the bot of a package, its training, and a simulator's channel on which it answers,
 * in one transaction with the row that says so. Whoever presses again, or at once, is told what the first press has made.
 */
export async function beginFirstRun(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  deps: ChannelDeps,
  kind: FirstRunKind,
): Promise<FirstRun> {
  try {
    await (kind === "empty" ? beginEmpty(ctx) : beginWith(ctx, deps, kind));
  } catch (error) {
    const now = await firstRunNow(ctx);
    if (!now.agent && !guardFailed(error)) throw error;
  }
  const [now] = await Promise.all([firstRunNow(ctx), noLongerDue(directoryCtx)]);
  return now;
}

/** A bot that was made and deleted may be followed by another one; one that is there may not. */
const noneYet = (ctx: Ctx) =>
  guard(
    ctx,
    sql`NOT EXISTS (SELECT 1 FROM ${firstRuns} f CROSS JOIN ${agents} a ON a.id = f.agent_id WHERE f.enterprise_id = ${ctx.enterpriseId})`,
  );

const noting = (ctx: Ctx, made: { kind: FirstRunKind; agentId: string | null; channelId: string | null }) =>
  ctx.db
    .insert(firstRuns)
    .values({ ...made, enterpriseId: ctx.enterpriseId, createdAt: ctx.now() })
    .onConflictDoUpdate({ target: firstRuns.enterpriseId, set: { ...made, saidAt: null } });

async function beginEmpty(ctx: Ctx): Promise<void> {
  await ctx.db.batch([noneYet(ctx), noting(ctx, { kind: "empty", agentId: null, channelId: null })]);
}

async function beginWith(
  ctx: Ctx,
  { ring, offered }: ChannelDeps,
  kind: keyof typeof FIRST_RUN,
): Promise<void> {
  const offer = await offerOf(ctx, { package: FIRST_RUN[kind].package });
  if (offer.content.kind !== "bot") throw new DomainError("notFound");
  const { parts } = await checkOffer(ctx, offer);
  // A deployment for real vendors alone has no simulator: the bot waits for a channel of its own.
  const isPlayed = offered.some(({ code }) => code === vendorCodes.simulator);
  const channelId = isPlayed ? ctx.newId() : null;
  const creating =
    channelId !== null &&
    (await creatingChannel(ctx, { ring, offered }, channelId, {
      name: channelsTexts.firstName,
      type: channelTypes.whatsApp,
      vendor: vendorCodes.simulator,
      deptId: "",
      data: {},
    }));
  const note = recording(ctx, offer, ctx.newId());
  await takeAgent(ctx, { format: "chatbird", file: offer.content.file, notes: [] }, parts[0]?.freeName, {
    beside: (made) => {
      const agentId = made[0]?.id ?? "";
      const jobId = ctx.newId();
      return [
        noneYet(ctx),
        noting(ctx, { kind, agentId, channelId }),
        ...note(made),
        openingJob(
          ctx,
          { kind: "agent.train", subject: agentId, payload: { agentId, by: ctx.actor.name } },
          jobId,
        ),
        audited(ctx, {
          action: "train",
          kind: "agent",
          object: { id: agentId, name: parts[0]?.freeName ?? offer.name },
          after: { jobId },
        }),
        ...(creating ? creating(agentId) : []),
      ];
    },
  });
}

/** Nobody is led to the choice any more. */
async function noLongerDue({ db, enterpriseId, now }: DirectoryCtx): Promise<void> {
  await db
    .update(enterprises)
    .set({ firstRunDue: false, updatedAt: now() })
    .where(and(eq(enterprises.id, enterpriseId), eq(enterprises.firstRunDue, true)));
}
