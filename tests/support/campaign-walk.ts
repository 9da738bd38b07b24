import assert from "node:assert/strict";
import * as fc from "fast-check";
import { tenantDatabase } from "#db/client.ts";
import { type Approval, type CampaignState, campaignStates, plan } from "#workers/contract/campaign.ts";
import { comparison } from "#workers/contract/comparison.ts";
import { activityRequest } from "#workers/contract/endpoints/activities.ts";
import { usualFeatures } from "#workers/contract/endpoints/profile.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { type Ctx, ctxOf } from "#workers/domain/ctx.ts";
import { approveActivity, rejectActivity } from "#workers/domain/campaigns/decide.ts";
import { deleteCampaign, moveCampaign } from "#workers/domain/campaigns/move.ts";
import { deleteActivity, moveActivity } from "#workers/domain/campaigns/move-activity.ts";
import { activityRuns } from "#workers/domain/campaigns/runs.ts";
import { retryBroadcast } from "#workers/domain/campaigns/retry-run.ts";
import { createCampaign } from "#workers/domain/campaigns/save.ts";
import { createActivity, updateActivity } from "#workers/domain/campaigns/save-activity.ts";
import { DomainError } from "#workers/domain/error.ts";
import {
  type Activity,
  type Acts,
  approvedAtFirst,
  DAY_MINUTES,
  expected,
  type Model,
  PLANS,
  step,
  type Who,
} from "./campaign-model.ts";
import { makeTemplate, someNumbers } from "./campaigns.ts";
import type { Harness } from "./harness.ts";
import { rowsOf, type TestChannel } from "./messaging.ts";

const { created, scheduled, started } = campaignStates;
const SWITCHES = { ...usualFeatures, campaignAutomation: true };
const SAVING = { switches: SWITCHES, seesCustomers: true };
/** The first one compares two messages on everybody, so many that each message has some: its runs are three broadcasts. */
const COMPARED = 0;
const PEOPLE = 40;
const RUNS: Record<string, Activity["run"]> = { processing: "processing", paused: "paused" };

const accepted = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
};

interface Row {
  campaign: CampaignState;
  campaignRevision: number;
  state: CampaignState;
  approval: Approval;
  makers: string;
  withCampaign: number;
  revision: number;
  run: string | null;
  /** In how many states the parts of one of its runs are at most, without the rest. */
  states: number | null;
  /** In how many states those of its runs are that are not over. */
  going: number;
  timers: number;
}

/** A channel of which nothing leaves, with a template. */
export interface Stage {
  env: Harness["env"];
  channel: TestChannel;
  templateId: string;
}
export interface Walked {
  moved: number;
  refused: number;
  /** States with approvals that were reached. */
  reached: Set<string>;
}

/** Takes so many walks of people's steps at random, and throws at the first difference between the model and the product. */
export async function walkCampaigns(
  { env, channel, templateId }: Stage,
  { runs, seed, told = () => undefined }: { runs: number; seed: number; told?: (walks: number) => void },
): Promise<Walked> {
  const harness = { env };
  const db = env.TENANT_1;
  const templateB = await makeTemplate(harness, channel, { text: "Other, {{1}}" });
  const request = (numbers: readonly string[]) => ({
    channelId: channel.id,
    phoneNumber: [...numbers],
    message: { template: { templateUId: templateId } },
    columnMapping: [{ variable: "body/1", type: "expression" as const, value: "{contact.name|friend}" }],
  });
  const ctxFor = (who: Who): Ctx =>
    ctxOf(tenantDatabase(env, "TENANT_1"), asEnterpriseId.parse(channel.enterpriseId), {
      userId: who,
      name: who,
      address: "",
      requestId: "",
    });
  const fields = (at: number) => ({
    name: `Activity ${at}`,
    request: activityRequest.parse(request(someNumbers(at === COMPARED ? PEOPLE : 1))),
    plan: PLANS[at] ?? plan.parse({}),
    fallback: null,
    comparison:
      at === COMPARED
        ? comparison.parse({
            message: { template: { templateUId: templateB } },
            columnMapping: [{ variable: "body/1", type: "static", value: "friend" }],
            share: 50,
            by: "replied",
            after: { count: 7, unit: "day" },
          })
        : null,
  });

  async function done(
    ids: { campaign: string; activities: string[] },
    taken: Acts,
    before: readonly Row[],
  ): Promise<boolean> {
    const ctx = ctxFor(taken.act === "activity" ? taken.who : "administrator");
    if (taken.act === "campaign") {
      if (taken.move === "delete") return accepted(deleteCampaign(ctx, ids.campaign));
      return accepted(moveCampaign(ctx, ids.campaign, taken.move));
    }
    const id = ids.activities[taken.which] ?? "";
    if (taken.act !== "activity") {
      if (taken.act === "runBegins") return begun(id);
      if (taken.act === "runPauses") {
        // The others follow.
        const { meta } = await db
          .prepare(
            `UPDATE broadcasts SET state = 'paused', updated_at = 1
            WHERE id = (SELECT min(b.id) FROM broadcasts b WHERE b.activity_id = ? AND b.state = 'processing')`,
          )
          .bind(id)
          .run();
        return meta.changes > 0;
      }
      const { meta } = await db
        .prepare(
          // Of a run in parts the rest waits, and ends with the others.
          `UPDATE broadcasts SET state = 'completed', updated_at = 1 WHERE activity_id = ?1 AND state IN ('processing', 'scheduled')
            AND EXISTS (SELECT 1 FROM broadcasts p WHERE p.activity_id = ?1 AND p.state = 'processing')`,
        )
        .bind(id)
        .run();
      return meta.changes > 0;
    }
    const revision = before[taken.which]?.revision ?? 0;
    switch (taken.move) {
      case "edit":
        return accepted(updateActivity(ctx, id, { ...fields(taken.which), revision }, SAVING));
      case "approve":
        return accepted(approveActivity(ctx, id, revision));
      case "reject":
        return accepted(rejectActivity(ctx, id, { revision, reason: "No" }));
      case "delete":
        return accepted(deleteActivity(ctx, id));
      case "retry":
        return retried(ctx, id);
      default:
        return accepted(moveActivity(ctx, id, taken.move, SWITCHES));
    }
  }

  /** The clock comes to the next run, if one is to be made: it may begin while those before go on. */
  async function begun(subject: string): Promise<boolean> {
    const timers = await rowsOf<{ seq: number }>(
      harness,
      "SELECT seq FROM timers WHERE kind = 'activityRuns' AND subject = ?",
      subject,
    );
    const now = Date.now();
    const enterpriseId = asEnterpriseId.parse(channel.enterpriseId);
    const due = timers.map(({ seq }) => ({
      ...{ enterpriseId, kind: "activityRuns" as const, subject, seq, dueAt: now, attempts: 0 },
    }));
    if (due.length === 0) return false;
    const made = async () =>
      (await rowsOf(harness, "SELECT 1 FROM broadcasts WHERE activity_id = ?", subject)).length;
    const before = await made();
    await db.batch(await activityRuns({ $client: db }, { enterpriseId, timers: due, now }));
    return (await made()) > before;
  }

  /** Of two messages that are compared each is retried by itself; here both are, one after the other. */
  async function retried(ctx: Ctx, activityId: string): Promise<boolean> {
    const parts = await rowsOf<{ id: string }>(
      harness,
      "SELECT id FROM broadcasts WHERE activity_id = ? AND coalesce(part, 'a') <> 'rest' ORDER BY part",
      activityId,
    );
    if (parts.length === 0) return false;
    // Each has failed to reach somebody.
    await db.batch(
      parts.map(({ id }) =>
        db
          .prepare(
            `INSERT INTO broadcast_counts (broadcast_id, enterprise_id, status, code, count) VALUES (?1, ?2, 'failed', 'busy', 1) ON CONFLICT DO UPDATE SET count = 1`,
          )
          .bind(id, channel.enterpriseId),
      ),
    );
    let all = true;
    for (const { id } of parts) all = (await accepted(retryBroadcast(ctx, id, true))) && all;
    return all;
  }

  const rowsIn = (campaignId: string) =>
    rowsOf<Row>(
      harness,
      `SELECT c.state AS campaign, c.revision AS campaignRevision, a.state, a.approval, a.makers, a.paused_with_campaign AS withCampaign,
         a.revision, (SELECT iif(count(*) > 0, coalesce(max(b.state) FILTER (WHERE b.state IN ('processing', 'paused')), 'over'), NULL)
           FROM broadcasts b WHERE b.activity_id = a.id AND b.test_of IS NULL) AS run,
         (SELECT max(n) FROM (SELECT count(DISTINCT b.state) AS n FROM broadcasts b WHERE b.activity_id = a.id AND coalesce(b.part, 'a') <> 'rest' GROUP BY b.run)) AS states,
         (SELECT count(DISTINCT b.state) FROM broadcasts b WHERE b.activity_id = a.id AND b.state IN ('processing', 'paused')) AS going,
         (SELECT count(*) FROM timers t WHERE t.kind = 'activityRuns' AND t.subject = a.id) AS timers
       FROM campaigns c JOIN activities a ON a.campaign_id = c.id WHERE c.id = ? ORDER BY a.id`,
      campaignId,
    );

  let moved = 0;
  let refused = 0;
  let walks = 0;
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      approvedAtFirst,
      fc.array(step, { minLength: 20, maxLength: 45 }),
      async (startsLater, first, more) => {
        told(walks++);
        const maker = ctxFor("maker");
        const { id: campaign } = await createCampaign(maker, {
          name: `Model ${crypto.randomUUID()}`,
          description: "",
          startAt: startsLater ? new Date(Date.now() + DAY_MINUTES * 60_000).toISOString() : null,
          endAt: null,
          commandId: "",
        });
        const activities: string[] = [];
        for (const at of PLANS.keys())
          activities.push(
            (await createActivity(maker, campaign, { ...fields(at), commandId: "" }, SAVING)).id,
          );
        const model: Model = {
          campaign: created,
          startsLater,
          activities: activities.map(() => ({
            state: created,
            approval: "draft",
            makers: ["maker"],
            withCampaign: false,
            run: "none",
            made: 0,
            isCut: false,
          })),
        };
        let before = await rowsIn(campaign);
        for (const [at, taken] of [...first, ...more].entries()) {
          const was = structuredClone(model);
          const allowed = expected(model, taken);
          if (!allowed) Object.assign(model, was);
          const said = `step ${at}: ${JSON.stringify(taken)} of ${JSON.stringify(was)}`;
          assert.equal(await done({ campaign, activities }, taken, before), allowed, said);
          const after = await rowsIn(campaign);
          if (!allowed) assert.deepEqual(after, before, said);
          assert.deepEqual(
            {
              campaign: after[0]?.campaign,
              activities: after.map(({ state, approval, makers, withCampaign: mark, run }) => ({
                state,
                approval,
                makers: JSON.parse(makers) as string[],
                withCampaign: mark === 1,
                run: run === null ? "none" : (RUNS[run] ?? "over"),
              })),
            },
            {
              campaign: model.campaign,
              activities: model.activities.map(({ isCut: _, made: _made, ...each }) => each),
            },
            said,
          );
          // Only what is scheduled or goes on may run by itself.
          for (const { state, timers } of after)
            if (state !== scheduled && state !== started) assert.equal(timers, 0, said);
          // Two messages that are compared move as one.
          for (const { states } of after) assert.ok((states ?? 0) <= 1, said);
          // "Paused" is said of none of which something goes on.
          for (const { going } of after) assert.ok(going <= 1, said);
          for (const { state, approval } of after) reached.add(`${state} ${approval}`);
          before = after;
          if (allowed) moved++;
          else refused++;
        }
      },
    ),
    { numRuns: runs, seed },
  );
  return { moved, refused, reached };
}
