import { onTestFinished } from "vitest";
import { preparePages } from "#workers/domain/broadcasts/prepare.ts";
import { usualFeatures } from "#workers/contract/endpoints/profile.ts";
import { moveActivity } from "#workers/domain/campaigns/move-activity.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { runJob, type JobHandlers } from "#workers/domain/jobs/run-pages.ts";
import { atTime, campaignWorld, makeTemplate, someNumbers } from "./campaigns.ts";
import type { Harness } from "./harness.ts";
import { idleDeps, keepJobs } from "./jobs.ts";
import { leaveToTest, rowsOf } from "./messaging.ts";
import type { Person } from "./people.ts";
import { watchedCtx } from "./watched-ctx.ts";

export const HOUR_MS = 3_600_000;
type Part = "a" | "b" | "rest";

/** A campaign's world whose activities compare two messages on 30 % each, and decide by replies an hour later. */
export async function comparisonWorld(
  harness: Harness,
  first: NonNullable<Parameters<typeof campaignWorld>[1]> = {},
) {
  const world = await campaignWorld(harness, first);
  const templateB = await makeTemplate(harness, world.channel, { text: "Other, {{1}}" });
  const comparison = (more: object = {}) => ({
    message: { template: { templateUId: templateB } },
    columnMapping: [{ variable: "body/1", type: "static" as const, value: "neighbour" }],
    share: 30,
    by: "replied" as const,
    after: { count: 1, unit: "hour" as const },
    ...more,
  });
  return { ...world, templateB, comparison };
}

/** The same with a run that nobody sends: the test is the only worker of its jobs, and says what became of each person. */
export async function comparedRun(
  harness: Harness,
  people = 200,
  more: object = {},
  {
    audience,
    plan,
    prepared,
  }: {
    audience?: object;
    plan?: object;
    /** Is done before it starts. */
    prepared?: (owner: Person, numbers: readonly string[]) => Promise<void>;
  } = {},
) {
  const world = await comparisonWorld(harness);
  const { owner, channel, request, comparison, approved, read } = world;
  await leaveToTest(harness, channel);
  onTestFinished(await keepJobs(harness, owner));
  const numbers = someNumbers(people);
  const { id } = await approved({
    request: { ...request(numbers), ...(audience && { audience }) },
    comparison: comparison(more),
    ...(plan && { plan }),
  });
  await prepared?.(owner, numbers);
  const ctxAt = (now: number, before: (sql: string) => Promise<void> | void = () => undefined): Ctx => ({
    ...watchedCtx(harness, owner, before),
    now: () => now,
  });
  // Not by the API, which wakes a worker at once.
  const switches = { ...usualFeatures, campaignAutomation: true };
  await moveActivity(ctxAt(Date.now()), id, "start", switches);
  const db = harness.env.TENANT_1;
  const at = Date.now();
  const found = await rowsOf<{ id: string; part: Part }>(
    harness,
    "SELECT id, part FROM broadcasts WHERE activity_id = ? AND run = 1",
    id,
  );
  const partOf = (part: Part) => found.find((each) => each.part === part)?.id ?? "";
  const openJob = async (part: Part) =>
    (
      await rowsOf<{ id: string }>(
        harness,
        "SELECT id FROM jobs WHERE kind = 'broadcast.prepare' AND subject = ? AND state IN ('waiting', 'running')",
        partOf(part),
      )
    )[0]?.id;
  const prepare = async (part: Part, ctx: Ctx = ctxAt(Date.now())) => {
    const job = await openJob(part);
    return job === undefined ? "nothing to do" : runJob(ctx, job, HANDLERS, idleDeps);
  };
  /** Sets what became of the first so many people of a part; the others were sent it. Then nobody of it waits any more. */
  const became = async (part: Part, count: number, set = "replied_at = 1", ended = at) => {
    const ids = await rowsOf<{ id: string }>(
      harness,
      "SELECT id FROM broadcast_recipients WHERE substr(id, 1, 28) = substr(?, 1, 28) ORDER BY id",
      partOf(part),
    );
    await db.batch([
      ...ids.map((each, index) =>
        db
          .prepare(
            `UPDATE broadcast_recipients SET status = 'sent'${index < count ? `, ${set}` : ""} WHERE id = ?`,
          )
          .bind(each.id),
      ),
      db
        .prepare(
          "UPDATE broadcasts SET state = 'completed', ended_at = ?2 WHERE id = ?1 AND state = 'processing'",
        )
        .bind(partOf(part), ended),
    ]);
    return ids.length;
  };
  const addresses = async (part: Part) =>
    (
      await rowsOf<{ address: string }>(
        harness,
        "SELECT address FROM broadcast_recipients WHERE substr(id, 1, 28) = substr(?, 1, 28)",
        partOf(part),
      )
    ).map(({ address }) => address);
  const broadcast = async (part: Part) =>
    (
      await rowsOf<{
        state: string;
        reason: string;
        decision: string | null;
        template_id: string;
        request: string;
        send_class: number;
        doubles: number;
        job_id: string;
      }>(harness, "SELECT * FROM broadcasts WHERE id = ?", partOf(part))
    )[0];
  const decision = async () => (await read(id)).broadcasts[0]?.comparison?.decision;
  const timerDue = async () =>
    (
      await rowsOf<{ due_at: number }>(
        harness,
        "SELECT due_at FROM timers WHERE kind = 'comparisonEnds' AND subject = ?",
        partOf("rest"),
      )
    )[0]?.due_at;
  return {
    ...world,
    id,
    at,
    numbers,
    partOf,
    ctxAt,
    prepare,
    openJob,
    became,
    addresses,
    broadcast,
    decision,
    timerDue,
    look: (now: number) => atTime(harness, now),
  };
}

const HANDLERS = {
  "broadcast.prepare": {
    pages: (ctx, held, payload) =>
      preparePages(ctx, held, payload, {
        hashOf: async () => async () => "",
        files: { get: async () => null },
      }),
    failure: "",
  },
} as Partial<JobHandlers> as JobHandlers;
