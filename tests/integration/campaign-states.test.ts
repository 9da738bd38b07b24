import * as fc from "fast-check";
import { expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
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
} from "#tests/support/campaign-model.ts";
import { campaignWorld, makeTemplate, someNumbers } from "#tests/support/campaigns.ts";
import { startHarness } from "#tests/support/harness.ts";
import { leaveToTest, rowsOf } from "#tests/support/messaging.ts";
import { type Approval, type CampaignState, campaignStates, plan } from "#workers/contract/campaign.ts";
import { comparison } from "#workers/contract/comparison.ts";
import { activityRequest } from "#workers/contract/endpoints/activities.ts";
import { noFeatures } from "#workers/contract/endpoints/profile.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { type Ctx, ctxOf } from "#workers/domain/ctx.ts";
import { approveActivity, rejectActivity } from "#workers/domain/campaigns/decide.ts";
import { deleteCampaign, moveCampaign } from "#workers/domain/campaigns/move.ts";
import { deleteActivity, moveActivity } from "#workers/domain/campaigns/move-activity.ts";
import { createCampaign } from "#workers/domain/campaigns/save.ts";
import { createActivity, updateActivity } from "#workers/domain/campaigns/save-activity.ts";
import { DomainError } from "#workers/domain/error.ts";

/** whatever people press in whatever order, campaigns and activities are where the tables of moves say. */
/** Sequences that are tried; MODEL_RUNS=10000 in a room of its own takes hours. */
const RUNS_OF_MODEL = Number(process.env.MODEL_RUNS ?? 25);
const harness = await startHarness();
const db = harness.env.TENANT_1;
const world = await campaignWorld(harness);
// Nothing of it leaves, so that what runs goes on until the test ends it.
await leaveToTest(harness, world.channel);

const { created, scheduled, started } = campaignStates;
const SWITCHES = { ...noFeatures, campaignAutomation: true };
const SAVING = { switches: SWITCHES, seesCustomers: true };
const ctxFor = (who: Who): Ctx =>
  ctxOf(tenantDatabase(harness.env, "TENANT_1"), enterpriseId.parse(world.owner.enterpriseId), {
    userId: who,
    name: who,
    address: "",
    requestId: "",
  });
const templateB = await makeTemplate(harness, world.channel, { text: "Other, {{1}}" });
/** The first one compares two messages on everybody, so many that each message has some: its runs are three broadcasts. */
const COMPARED = 0;
const PEOPLE = 40;
const fields = (at: number) => ({
  name: `Activity ${at}`,
  request: activityRequest.parse(world.request(someNumbers(at === COMPARED ? PEOPLE : 1))),
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
    const to = taken.act === "runEnds" ? "completed" : "paused";
    const { meta } = await db
      .prepare(
        // Of a run in parts the rest waits, and ends with the others.
        `UPDATE broadcasts SET state = ?1, updated_at = 1 WHERE activity_id = ?2 AND (state = 'processing' OR state = 'scheduled' AND ?1 = 'completed')
          AND EXISTS (SELECT 1 FROM broadcasts p WHERE p.activity_id = ?2 AND p.state = 'processing')`,
      )
      .bind(to, id)
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
    default:
      return accepted(moveActivity(ctx, id, taken.move, SWITCHES));
  }
}

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
  /** In how many states the parts of its run are, without the rest. */
  states: number;
  timers: number;
}
const rowsIn = (campaignId: string) =>
  rowsOf<Row>(
    harness,
    `SELECT c.state AS campaign, c.revision AS campaignRevision, a.state, a.approval, a.makers, a.paused_with_campaign AS withCampaign,
       a.revision, (SELECT b.state FROM broadcasts b WHERE b.activity_id = a.id AND b.test_of IS NULL) AS run,
       (SELECT count(DISTINCT b.state) FROM broadcasts b WHERE b.activity_id = a.id AND coalesce(b.part, 'a') <> 'rest') AS states,
       (SELECT count(*) FROM timers t WHERE t.kind = 'activityRuns' AND t.subject = a.id) AS timers
     FROM campaigns c JOIN activities a ON a.campaign_id = c.id WHERE c.id = ? ORDER BY a.id`,
    campaignId,
  );

const RUNS: Record<string, Activity["run"]> = { processing: "processing", paused: "paused" };

test(
  "campaigns and activities go where the tables of moves say, and forbidden moves change nothing",
  { timeout: 240_000 * Math.ceil(RUNS_OF_MODEL / 25) },
  async () => {
    let moved = 0;
    let refused = 0;
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        approvedAtFirst,
        fc.array(step, { minLength: 20, maxLength: 45 }),
        async (startsLater, first, more) => {
          const maker = ctxFor("maker");
          const { id: campaign } = await createCampaign(maker, {
            name: `Model ${crypto.randomUUID()}`,
            description: "",
            startAt: startsLater ? new Date(Date.now() + DAY_MINUTES * 60_000).toISOString() : null,
            endAt: null,
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
            })),
          };
          let before = await rowsIn(campaign);
          for (const [at, taken] of [...first, ...more].entries()) {
            const was = structuredClone(model);
            const allowed = expected(model, taken);
            if (!allowed) Object.assign(model, was);
            const said = `step ${at}: ${JSON.stringify(taken)} of ${JSON.stringify(was)}`;
            expect(await done({ campaign, activities }, taken, before), said).toBe(allowed);
            const after = await rowsIn(campaign);
            if (!allowed) expect(after, said).toEqual(before);
            expect(
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
              said,
            ).toEqual({ campaign: model.campaign, activities: model.activities });
            // Only what is scheduled or goes on may run by itself.
            for (const { state, timers } of after)
              if (state !== scheduled && state !== started) expect(timers, said).toBe(0);
            // Two messages that are compared move as one.
            for (const { states } of after) expect(states, said).toBeLessThanOrEqual(1);
            for (const { state, approval } of after) reached.add(`${state} ${approval}`);
            before = after;
            if (allowed) moved++;
            else refused++;
          }
        },
      ),
      { numRuns: RUNS_OF_MODEL, seed: 20261124 },
    );
    expect(moved).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
    expect([...reached]).toEqual(
      expect.arrayContaining([
        "1 approved",
        "2 approved",
        "3 approved",
        "4 approved",
        "0 pending",
        "0 rejected",
      ]),
    );
  },
);
