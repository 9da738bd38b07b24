import { and, eq, isNull } from "drizzle-orm";
import { firstRuns } from "#db/tenant/first-run.ts";
import { firstRunTexts as texts } from "#texts/first-run.ts";
import { simulatorTexts } from "#texts/simulator.ts";
import type { FirstRun } from "#workers/contract/endpoints/first-run.ts";
import { FIRST_PERSON, FIRST_RUN } from "#workers/contract/first-run.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { sayBody, type SimulatorDeps } from "../simulator/phone.ts";
import { firstRunNow } from "./state.ts";

/**
 * Lets a played customer ask what the bot answers best. The message has the channel's id, by which the vendor and our
 * intake know it again: however often this is called, it is said once.
 */
export async function firstChat(ctx: Ctx, deps: SimulatorDeps): Promise<FirstRun> {
  const { kind, agent, channel, said, ...rest } = await firstRunNow(ctx);
  if (kind === null || kind === "empty" || !agent || !channel) {
    throw new DomainError("wrongStep", { message: texts.noBotYet });
  }
  if (!agent.trained) throw new DomainError("wrongStep", { message: texts.stillTraining });
  if (!said) {
    await sayBody(ctx, deps, channel.id, {
      person: { phone: FIRST_PERSON, name: simulatorTexts.firstName },
      body: { kind: "text", text: FIRST_RUN[kind].asks },
      doubled: false,
      vendorId: `sim.in.first.${channel.id}`,
    });
    await ctx.db
      .update(firstRuns)
      .set({ saidAt: ctx.now() })
      .where(
        and(
          eq(firstRuns.enterpriseId, ctx.enterpriseId),
          eq(firstRuns.channelId, channel.id),
          isNull(firstRuns.saidAt),
        ),
      );
  }
  return { kind, agent, channel, said: true, ...rest };
}
