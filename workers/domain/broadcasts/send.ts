import { createHash } from "node:crypto";
import { broadcasts } from "#db/tenant/broadcasts.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { BroadcastState } from "#workers/contract/broadcast.ts";
import { MOST_DAYS_AHEAD } from "#workers/contract/endpoints/broadcasts.ts";
import { type sendBroadcast as contract } from "#workers/contract/endpoints/broadcast-sending.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { broadcastIdOf } from "#workers/contract/recipient-ids.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { bindable } from "../guard.ts";
import { openingJob } from "../jobs/open.ts";
import { askedOf, refuseUnsendable } from "./request.ts";
import { SENT_WITHIN_MS } from "../messaging/time-to-send.ts";
import { prepareOf } from "./begin.ts";
import { settingStart } from "./starts.ts";
import { type ChannelSwitches, refuseChannelOff } from "./switched-off.ts";

type Asking = InputOf<typeof contract>["body"];

const DAY_MS = 86_400_000;

/**
 * Makes a broadcast: its recipients are found by a job, at once or when its time has come. The same command again answers
 * what it made before; with another content it is refused.
 */
export async function sendBroadcast(
  ctx: Ctx,
  asking: Asking,
  switches: ChannelSwitches,
): Promise<{ id: string; status: BroadcastState }> {
  const { commandId, startAt: start, timezone, ...request } = asking;
  const { now, newId, actor, enterpriseId, db } = ctx;
  const hash = createHash("sha256")
    .update(JSON.stringify([request, start]))
    .digest("hex");
  const asked = await askedOf(ctx, request, commandId);
  const again = (before: NonNullable<typeof asked.before>) => {
    if (before.hash !== hash) throw new DomainError("broadcastOther");
    return { id: before.id, status: before.state as BroadcastState };
  };
  if (asked.before && commandId !== "") return again(asked.before);
  refuseUnsendable(request, asked);
  refuseChannelOff(switches, asked.channelType, "channelId");
  const at = now();
  const startAt = start === null ? null : startOf(start, at);
  const id = broadcastIdOf(newId());
  const { template, channelType } = asked;
  const name = request.name || template.name;
  const jobId = startAt === null ? newId() : "";
  const status = startAt === null ? ("processing" as const) : ("scheduled" as const);
  const made = db.insert(broadcasts).values({
    id,
    enterpriseId,
    name,
    channelId: request.channelId,
    channelType,
    templateId: request.message.template.templateUId,
    template,
    request,
    state: status,
    sendClass: template.category === "MARKETING" ? sendClasses.marketing : sendClasses.transactional,
    byId: actor.userId,
    byName: actor.name,
    commandId: commandId || null,
    commandHash: hash,
    startAt,
    timezone,
    jobId,
    startedAt: startAt === null ? at : null,
    expiresAt: startAt === null ? at + SENT_WITHIN_MS : null,
    updatedBy: actor.name,
    createdAt: at,
    updatedAt: at,
  });
  const audit = audited(ctx, {
    action: startAt === null ? "send" : "schedule",
    kind: "broadcast",
    object: { id, name },
    after: { channel: asked.channelName, template: template.name, startAt: start },
  });
  const starting =
    startAt === null
      ? [
          bindable(
            ctx,
            openingJob(ctx, { kind: "broadcast.prepare", subject: id, payload: prepareOf(id) }, jobId),
          ),
        ]
      : [settingStart(ctx, id)];
  try {
    await mapConflicts(db.$client.batch([bindable(ctx, made), bindable(ctx, audit), ...starting]), {
      command_id: "broadcastTaken",
    });
  } catch (error) {
    // The same press twice at once: the other one has made it.
    if (!(error instanceof DomainError) || error.code !== "broadcastTaken") throw error;
    ctx.after.jobs.delete(jobId);
    const { before } = await askedOf(ctx, request, commandId);
    if (!before) throw error;
    return again(before);
  }
  // Where it is to begin before the next sweep, the clock has to know.
  if (startAt !== null) ctx.after.clock = true;
  return { id, status };
}

function startOf(text: string, at: number): number {
  const then = Date.parse(text);
  const wrong = (message: string) => new DomainError("invalid", { message, errors: { startAt: message } });
  if (!(then > at)) throw wrong(texts.startPast);
  if (then > at + MOST_DAYS_AHEAD * DAY_MS) throw wrong(texts.startFar(MOST_DAYS_AHEAD));
  return then;
}
