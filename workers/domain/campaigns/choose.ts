import { sql } from "drizzle-orm";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import type { Compared } from "#workers/contract/comparison.ts";
import type { chooseMessage as contract } from "#workers/contract/endpoints/activities.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable, guard } from "../guard.ts";
import { findActivity } from "./activity-row.ts";
import { changing } from "./change.ts";
import { choosing } from "./comparisons.ts";
import { decisionOf, READ_RESTS, type Rest, unsendableOf } from "./tested.ts";
import { MESSAGE_UNSENDABLE } from "./unsendable.ts";

const { started, paused } = campaignStates;
const REST = READ_RESTS("r.activity_id = ?1 AND r.enterprise_id = ?2 AND r.run = ?3");
const PARTS =
  "SELECT decision FROM broadcasts WHERE activity_id = ?1 AND enterprise_id = ?2 AND run = ?3 AND part = 'rest'";

/**
 * Sends a message to the rest of a run before the clock decides; where the activity is paused, once it goes on. Of two at once,
 * or beside the clock, one is written down, and the others are told so.
 */
export async function chooseMessage(
  ctx: Ctx,
  id: string,
  { run, winner }: InputOf<typeof contract>["body"],
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId, newId, actor, now } = ctx;
  const bound = (text: string) => db.$client.prepare(text).bind(id, enterpriseId, run);
  const [found, [parts, rests]] = await Promise.all([
    findActivity(ctx, id),
    db.$client.batch([bound(PARTS), bound(REST)]),
  ]);
  const { activity } = found;
  const [part] = (parts?.results ?? []) as { decision: string | null }[];
  const [rest] = (rests?.results ?? []) as unknown as Rest[];
  if (!part) throw wrong(texts.comparison.notCompared, "run");
  if (part.decision !== null) throw new DomainError("activityMoved", { message: texts.comparison.decided });
  if (!rest || (activity.state !== started && activity.state !== paused))
    throw wrong(texts.comparison.notGoing);
  if (rest.isComplete === 0) throw wrong(texts.comparison.tooEarly);
  const unsendable = unsendableOf(rest, winner);
  if (unsendable !== null) throw wrong(texts.unsendable[unsendable], "winner");
  const decision = decisionOf(rest, now(), { winner, by: actor.name });
  const jobId = newId();
  const changed = changing(ctx, found, {
    set: {},
    step: {
      action: "choose",
      note: texts.comparison.chosen(texts.comparison.names[winner]),
      after: { run, winner },
    },
    after: [
      bindable(ctx, guard(ctx, isOpen(rest.id, winner))),
      ...choosing({ $client: db.$client, enterpriseId, at: now() }, [{ id: rest.id, decision, jobId }]),
      db.$client
        .prepare("DELETE FROM timers WHERE enterprise_id = ?1 AND kind = 'comparisonEnds' AND subject = ?2")
        .bind(enterpriseId, rest.id),
    ],
  });
  await changed.catch(async (error) => {
    const chosen = await bound(PARTS).first<string | null>("decision");
    throw chosen === null ? error : new DomainError("activityMoved", { message: texts.comparison.decided });
  });
  if (activity.state === started) ctx.after.jobs.add(jobId);
  return { id, run, winner };
}

/** The condition that a rest still waits, and that a message can still be sent. */
const isOpen = (rest: string, winner: Compared) =>
  sql`EXISTS (SELECT 1 FROM broadcasts r CROSS JOIN activities ON activities.id = r.activity_id
    WHERE r.id = ${rest} AND r.state = 'scheduled' AND (${sql.raw(MESSAGE_UNSENDABLE[winner])}) IS NULL)`;

const wrong = (message: string, field?: string) =>
  new DomainError("invalid", { message, ...(field !== undefined && { errors: { [field]: message } }) });
