import { eq } from "drizzle-orm";
import { campaigns } from "#db/tenant/campaigns.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import type {
  Campaign,
  createCampaign as createContract,
  updateCampaign as updateContract,
} from "#workers/contract/endpoints/campaigns.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { type CampaignRow, findCampaign, readingCampaigns, theCampaign, thisCampaign } from "./campaign.ts";
import { settingCampaignTimer } from "./campaign-timers.ts";

type Fields = InputOf<typeof createContract>["body"];
type Times = Pick<CampaignRow, "startAt" | "endAt">;
const { created, scheduled, stopped, deleted } = campaignStates;

/** The row of a new campaign. */
export const newCampaign = (
  { enterpriseId, newId, actor, now }: Ctx,
  {
    name,
    description,
    startAt,
    endAt,
    commandId,
  }: Times & Pick<CampaignRow, "name" | "description"> & { commandId: string },
): CampaignRow => ({
  id: newId(),
  enterpriseId,
  name,
  nameKey: nameKey(name),
  description,
  state: created,
  startAt,
  endAt,
  byId: actor.userId,
  byName: actor.name,
  commandId: commandId || null,
  ...nextRevision({ actor, now }, null),
  createdAt: now(),
});

/** Makes a campaign without activities. The same command again answers what it made before. */
export async function createCampaign(ctx: Ctx, fields: Fields): Promise<Campaign> {
  const times = timesOf(fields);
  const row = newCampaign(ctx, { ...fields, ...times });
  return madeOnce(ctx, row, async () => {
    refuseWrongTimes(times, ctx.now());
    const [, , read] = await orTaken(
      ctx.db.batch([
        ctx.db.insert(campaigns).values(row),
        audited(ctx, { action: "create", kind: "campaign", object: row, after: shown(row) }),
        readingCampaigns(ctx, eq(campaigns.id, row.id)),
      ]),
    );
    return theCampaign(read);
  });
}

/**
 * Makes a campaign, or answers the one that the same command has made: a request is sent again where its answer was lost, or
 * twice at once. Its command or its name is taken then, or what it asks for can no longer be begun. What has been edited since
 * says nothing of what was asked for.
 */
export async function madeOnce(ctx: Ctx, row: CampaignRow, make: () => Promise<Campaign>): Promise<Campaign> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof DomainError) || row.commandId === null) throw error;
    const before = await readingCampaigns(ctx, eq(campaigns.commandId, row.commandId));
    const [made] = before;
    if (!made) throw error;
    const isEdited = made.row.revision !== row.revision;
    if (!isEdited && JSON.stringify(shown(made.row)) !== JSON.stringify(shown(row)))
      throw new DomainError("campaignOther");
    return theCampaign(before);
  }
}

/** Changes a campaign that is not over; its times only before it has started, and then it starts and ends by the new ones. */
export async function updateCampaign(
  ctx: Ctx,
  id: string,
  { revision, ...fields }: InputOf<typeof updateContract>["body"],
): Promise<Campaign> {
  const { db } = ctx;
  const before = await findCampaign(ctx, id);
  if (before.state === deleted) throw new DomainError("notFound");
  refuseStale(before, revision);
  if (before.state === stopped) throw new DomainError("invalid", { message: texts.over });
  const times = timesOf(fields);
  const isSame = times.startAt === before.startAt && times.endAt === before.endAt;
  const isScheduled = before.state === scheduled;
  if (!isSame && before.state !== created && !isScheduled) throw wrong("startAt", texts.timesFixed);
  if (!isSame) refuseWrongTimes(times, ctx.now());
  if (isScheduled && times.startAt === null) throw wrong("startAt", texts.startWrong);
  const { name, description } = fields;
  const set = { name, nameKey: nameKey(name), description, ...times, ...nextRevision(ctx, before) };
  const work = db.batch([
    guardRevision(ctx, campaigns, id, before.revision),
    db.update(campaigns).set(set).where(thisCampaign(ctx, id)),
    audited(ctx, {
      action: "update",
      kind: "campaign",
      object: { id, name },
      before: shown(before),
      after: shown({ ...before, ...set }),
    }),
    readingCampaigns(ctx, eq(campaigns.id, id)),
    ...(isScheduled && !isSame
      ? [
          settingCampaignTimer(ctx, "campaignStarts", id, times.startAt),
          settingCampaignTimer(ctx, "campaignEnds", id, times.endAt),
        ]
      : []),
  ]);
  const results = await unlessStale(orTaken(work), () => findCampaign(ctx, id));
  if (isScheduled) ctx.after.clock = true;
  return theCampaign(results[3]);
}

const timesOf = ({ startAt, endAt }: Pick<Fields, "startAt" | "endAt">): Times => ({
  startAt: startAt === null ? null : Date.parse(startAt),
  endAt: endAt === null ? null : Date.parse(endAt),
});

function refuseWrongTimes({ startAt, endAt }: Times, now: number): void {
  if (startAt !== null && startAt <= now) throw wrong("startAt", texts.startPast);
  if (endAt !== null && endAt <= (startAt ?? now)) throw wrong("endAt", texts.endBeforeStart);
}

/** A campaign as the audit trail shows it. */
const shown = ({ name, description, startAt, endAt }: CampaignRow) => ({ name, description, startAt, endAt });

/** Says at its field that a name is taken. */
export async function orTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await mapConflicts(work, {
      "campaigns.name_key": "campaignTaken",
      "campaigns.command_id": "campaignTaken",
    });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "campaignTaken") throw error;
    throw new DomainError("campaignTaken", { errors: { name: error.message } });
  }
}

const wrong = (field: string, message: string) =>
  new DomainError("invalid", { message, errors: { [field]: message } });
