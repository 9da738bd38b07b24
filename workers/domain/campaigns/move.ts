import { campaigns } from "#db/tenant/campaigns.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import {
  type CampaignAction,
  campaignMoves,
  type CampaignMove,
  type CampaignState,
  campaignStates,
} from "#workers/contract/campaign.ts";
import { audited } from "../audit.ts";
import { type AtWork, sendersIn } from "../broadcasts/moving.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { guardRevision, nextRevision, unlessStale } from "../revision.ts";
import { type CampaignRow, findCampaign, thisCampaign } from "./campaign.ts";
import { settingCampaignTimer } from "./campaign-timers.ts";
import { ofCampaigns, theirSenders } from "./running.ts";
import { startingCampaign } from "./start-campaign.ts";
import { movingActivities } from "./with-campaign.ts";

const { created, deleted } = campaignStates;
const CHANNELS =
  "SELECT DISTINCT channel_id AS id FROM activities WHERE campaign_id = ?1 AND state IN (2, 3, 4)";

export interface MovedCampaign {
  id: string;
  state: CampaignState;
  atWork: AtWork[];
  channelIds: string[];
}

/** Starts a campaign (or has it start at its time), pauses or stops it, with whatever of it runs. */
export async function moveCampaign(ctx: Ctx, id: string, action: CampaignAction): Promise<MovedCampaign> {
  const campaign = await findCampaign(ctx, id);
  const isLater = action === "start" && campaign.state === created && (campaign.startAt ?? 0) > ctx.now();
  const move = isLater ? "schedule" : action;
  refuseMove(campaign, move);
  return changing(ctx, campaign, move);
}

/** Deletes a campaign that was never started or is stopped, with its activities; their runs and figures stay. */
export async function deleteCampaign(ctx: Ctx, id: string): Promise<void> {
  const campaign = await findCampaign(ctx, id);
  refuseMove(campaign, "delete");
  await changing(ctx, campaign, "delete");
}

function refuseMove({ state }: CampaignRow, move: CampaignMove): void {
  if (state === deleted) throw new DomainError("notFound");
  if ((campaignMoves[move].from as readonly CampaignState[]).includes(state)) return;
  if (move === "delete") throw new DomainError("campaignMoved", { message: texts.runsAlready });
  throw new DomainError("campaignMoved");
}

async function changing(ctx: Ctx, campaign: CampaignRow, move: CampaignMove): Promise<MovedCampaign> {
  const { id } = campaign;
  const { $client } = ctx.db;
  const mover = { $client, enterpriseId: ctx.enterpriseId, at: ctx.now(), by: ctx.actor.name };
  const which = ofCampaigns([id]);
  const begins = move === "start" || move === "schedule";
  const itself = begins ? startingCampaign(ctx, campaign, move === "schedule") : ending(ctx, campaign, move);
  const results = await unlessStale(
    $client.batch([
      bindable(ctx, guardRevision(ctx, campaigns, id, campaign.revision)),
      ...itself.map((each) => bindable(ctx, each)),
      ...movingActivities(mover, move, which),
      theirSenders(mover, which),
      $client.prepare(CHANNELS).bind(id),
    ]),
    () => findCampaign(ctx, id),
  );
  if (begins) ctx.after.clock = true;
  const [senders, channels] = results.slice(-2);
  return {
    id,
    state: campaignMoves[move].to,
    atWork: sendersIn(senders),
    channelIds: ((channels?.results ?? []) as { id: string }[]).map((each) => each.id),
  };
}

/** Statements by which a campaign does nothing any more, for now or for ever. A paused one still ends in time. */
function ending(ctx: Ctx, campaign: CampaignRow, move: Exclude<CampaignMove, "start" | "schedule">) {
  const { id } = campaign;
  const { to: state } = campaignMoves[move];
  return [
    ctx.db
      .update(campaigns)
      .set({ state, ...nextRevision(ctx, campaign) })
      .where(thisCampaign(ctx, id)),
    settingCampaignTimer(ctx, "campaignStarts", id, null),
    ...(move === "pause" ? [] : [settingCampaignTimer(ctx, "campaignEnds", id, null)]),
    audited(ctx, {
      action: move,
      kind: "campaign",
      object: campaign,
      before: { state: campaign.state },
      after: { state },
    }),
  ];
}
