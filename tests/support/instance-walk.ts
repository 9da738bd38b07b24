import assert from "node:assert/strict";
import * as fc from "fast-check";
import { tenantDatabase } from "#db/client.ts";
import {
  holdsWords,
  INSTANCE,
  type InstanceAction,
  instanceActions,
  instanceMoves,
  type InstanceState,
  restoredTo,
} from "#workers/contract/automation/instance-states.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { instanceStarts, moveInstance } from "#workers/domain/automations/instances-move.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { Stage, Walked } from "./campaign-walk.ts";
import { graphOf } from "./flow.ts";
import { rowsOf } from "./messaging.ts";
import { manyRuns, startedJourney } from "./runs.ts";

/** The acts on an instance: by people, and by the clock that starts it. */
type Acts = { act: "person"; action: InstanceAction; letFinish: boolean } | { act: "clock"; isLate: boolean };
const step: fc.Arbitrary<Acts> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant("person" as const),
      action: fc.constantFrom(...instanceActions),
      letFinish: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("clock" as const), isLate: fc.boolean() }) },
);

const HOUR_MS = 3_600_000;
const PEOPLE = 2;
const graph = graphOf({ start: ["start"], ask: ["ask", { text: "?" }] }, ["start > ask"]);
const NAMES = Object.fromEntries(Object.entries(INSTANCE).map(([name, state]) => [state, name]));

/** By the table of moves and what the clock does at a start's time. */
interface Model {
  state: InstanceState;
  hasBegun: boolean;
}

/** Applies a step; false where it is refused. */
function expected(model: Model, taken: Acts): boolean {
  if (taken.act === "clock") {
    if (model.state !== INSTANCE.scheduled) return true;
    model.state = taken.isLate ? INSTANCE.paused : INSTANCE.started;
    model.hasBegun ||= !taken.isLate;
    return true;
  }
  const leads = instanceMoves[model.state][taken.action];
  if (leads === undefined) return false;
  model.state = model.state === INSTANCE.deleted ? restoredTo(model.hasBegun ? 1 : null) : leads;
  model.hasBegun ||= model.state === INSTANCE.started;
  return true;
}

/** Takes so many walks of an instance's life at random, and throws at the first difference between the model and the product. */
export async function walkInstances(
  { env, channel }: Omit<Stage, "templateId">,
  { runs, seed, told = () => undefined }: { runs: number; seed: number; told?: (walks: number) => void },
): Promise<Walked> {
  const harness = { env };
  const db = env.TENANT_1;
  const enterpriseId = asEnterpriseId.parse(channel.enterpriseId);
  const actor = { userId: "walker", name: "Walker", address: "", requestId: "" };
  const ctx = ctxOf(tenantDatabase(env, "TENANT_1"), enterpriseId, actor);

  /** One that has yet to begin, with a word of its own. */
  async function made(word: string) {
    const journey = await startedJourney(harness, channel, graph);
    await db
      .prepare("UPDATE automation_instances SET state = ?2, started_at = NULL, launch = ?3 WHERE id = ?1")
      .bind(journey.instanceId, INSTANCE.created, JSON.stringify({ keywords: [word], triggers: [] }))
      .run();
    return journey;
  }

  async function done(
    { automationId, instanceId }: Awaited<ReturnType<typeof made>>,
    taken: Acts,
  ): Promise<boolean> {
    if (taken.act === "clock") {
      const [row] = await rowsOf<{ at: number | null }>(
        harness,
        "SELECT start_at AS at FROM automation_instances WHERE id = ?",
        instanceId,
      );
      const at = row?.at ?? 0;
      const now = taken.isLate ? at + 2 * HOUR_MS : at + 1;
      const timers = [{ subject: instanceId, seq: at }] as never;
      await ctx.db.$client.batch(await instanceStarts(ctx.db, { enterpriseId, timers, now } as never));
      return true;
    }
    const { action, letFinish } = taken;
    const at = new Date(Date.now() + HOUR_MS).toISOString();
    try {
      await moveInstance(ctx, "journey", automationId, instanceId, { action, at, letFinish });
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }

  // Whoever was told to leave is gone as soon as somebody comes to it, which may be between two steps.
  const stays = "NOT EXISTS (SELECT 1 FROM run_inbox x WHERE x.run_id = r.id AND x.kind = 'leave')";

  /** The row, with the words that are its own and its people who stay: those who sleep, and those whose time goes on. */
  const read = async (instanceId: string) => {
    const [row] = await rowsOf<{
      state: InstanceState;
      begun: 0 | 1;
      revision: number;
      words: number;
      asleep: number;
      awake: number;
    }>(
      harness,
      `SELECT i.state, i.started_at IS NOT NULL AS begun, i.revision, (SELECT count(*) FROM automation_triggers t WHERE t.instance_id = i.id) AS words,
         (SELECT count(*) FROM runs r WHERE r.instance_id = i.id AND r.state = 'waiting' AND r.wake_at < 0
           AND ${stays}) AS asleep,
         (SELECT count(*) FROM runs r WHERE r.instance_id = i.id AND r.state = 'waiting' AND r.wake_at > 0
           AND ${stays}) AS awake
       FROM automation_instances i WHERE i.id = ?`,
      instanceId,
    );
    assert.ok(row);
    return row;
  };

  const walked: Walked = { moved: 0, refused: 0, reached: new Set() };
  let walks = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), async (acts) => {
      told(walks);
      const instance = await made(`walk ${seed} ${walks++}`);
      const { instanceId } = instance;
      const model: Model = { state: INSTANCE.created, hasBegun: false };
      let hasPeople = false;
      let before = await read(instanceId);
      for (const [at, taken] of acts.entries()) {
        const was = { ...model };
        const allowed = expected(model, taken);
        const said = `step ${at}: ${JSON.stringify(taken)} of ${JSON.stringify(was)}`;
        assert.equal(await done(instance, taken), allowed, said);
        const after = await read(instanceId);
        if (!allowed) assert.deepEqual(after, before, said);
        assert.deepEqual(
          [after.state, after.begun === 1, after.words],
          [model.state, model.hasBegun, holdsWords(model.state) ? 1 : 0],
          said,
        );
        // Nobody's time goes on while it is paused, and everybody's does otherwise who was not told to leave.
        assert.equal(model.state === INSTANCE.paused ? after.awake : after.asleep, 0, said);
        walked.reached.add(NAMES[model.state] ?? "");
        if (allowed) walked.moved++;
        else walked.refused++;
        if (model.hasBegun && !hasPeople && model.state === INSTANCE.started) {
          hasPeople = true;
          await manyRuns(harness, instanceId, {
            count: PEOPLE,
            nodeId: "ask",
            wakeAt: Date.now() + 1_000 * HOUR_MS,
          });
        }
        before = await read(instanceId);
      }
    }),
    { numRuns: runs, seed },
  );
  return walked;
}
