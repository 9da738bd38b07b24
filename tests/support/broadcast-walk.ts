import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { uuidv7 } from "uuidv7";
import { tenantDatabase } from "#db/client.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import {
  type BroadcastAction,
  broadcastMoves,
  type BroadcastState,
  mayMove,
} from "#workers/contract/broadcast.ts";
import { broadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { broadcastIdOf, recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { components } from "#workers/contract/templates/template.ts";
import { claimRecipients } from "#workers/domain/broadcasts/claim.ts";
import { moveBroadcast } from "#workers/domain/broadcasts/move.ts";
import { noteRecipients } from "#workers/domain/broadcasts/outcomes.ts";
import { broadcastStarts } from "#workers/domain/broadcasts/starts.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { Stage, Walked } from "./campaign-walk.ts";
import { rowsOf } from "./messaging.ts";

/** The acts on a broadcast: by people, by its sender, by the clock, by the vendor of its template. */
type Acts =
  | { act: "person"; action: BroadcastAction }
  | { act: "sender"; most: number; fails: boolean }
  | { act: "clock"; isLate: boolean }
  | { act: "template"; isApproved: boolean };
const step: fc.Arbitrary<Acts> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("person" as const),
      action: fc.constantFrom<BroadcastAction>(
        "start",
        "pause",
        "resume",
        "stop",
        "retry",
        "pause",
        "resume",
        "retry",
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("sender" as const),
      most: fc.integer({ min: 1, max: 2 }),
      fails: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("clock" as const), isLate: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("template" as const),
      isApproved: fc.constantFrom(true, true, false),
    }),
  },
);

const PEOPLE = 3;
const HOUR_MS = 3_600_000;

/** By the table of moves and what a sender does at a claim. */
interface Model {
  state: BroadcastState;
  isOver: boolean;
  queued: number;
  sent: number;
  failed: number;
  cancelled: number;
  isApproved: boolean;
}

/** Applies a step; false where it is refused. */
function expected(model: Model, taken: Acts): boolean {
  switch (taken.act) {
    case "template":
      model.isApproved = taken.isApproved;
      return true;
    case "clock":
      if (model.state === "scheduled") model.state = taken.isLate ? "paused" : "processing";
      return true;
    case "person": {
      const { action } = taken;
      if (!mayMove(action, model.state)) return false;
      // Nobody is sent anything with a template that was taken back.
      if (!model.isApproved && action !== "pause" && action !== "stop") return false;
      if (action === "retry") {
        if (model.failed + model.cancelled === 0) return false;
        model.queued += model.failed + model.cancelled;
        Object.assign(model, { failed: 0, cancelled: 0, isOver: false });
      }
      model.state = broadcastMoves[action].to;
      return true;
    }
    case "sender": {
      if (model.isOver) return true;
      if (model.state === "processing" && !model.isApproved) model.state = "paused";
      if (model.state === "stopped") {
        Object.assign(model, { cancelled: model.cancelled + model.queued, queued: 0, isOver: true });
      } else if (model.state === "processing") {
        if (model.queued === 0) Object.assign(model, { state: "completed", isOver: true });
        const called = Math.min(model.queued, taken.most);
        model.queued -= called;
        if (taken.fails) model.failed += called;
        else model.sent += called;
      }
      return true;
    }
    default:
      return taken satisfies never;
  }
}

/** Takes so many walks of a broadcast's life at random, and throws at the first difference between the model and the product. */
export async function walkBroadcasts(
  { env, channel }: Omit<Stage, "templateId">,
  { runs, seed, told = () => undefined }: { runs: number; seed: number; told?: (walks: number) => void },
): Promise<Walked> {
  const harness = { env };
  const db = env.TENANT_1;
  const enterpriseId = asEnterpriseId.parse(channel.enterpriseId);
  const ctx = ctxOf(tenantDatabase(env, "TENANT_1"), enterpriseId, {
    userId: "walker",
    name: "Walker",
    address: "",
    requestId: "",
  });
  const run = (text: string, ...values: unknown[]) =>
    db
      .prepare(text)
      .bind(...values)
      .run();

  async function made(isLater: boolean): Promise<{ id: string; templateId: string; channelId: string }> {
    const [id, templateId, channelId] = [broadcastIdOf(uuidv7()), randomUUID(), randomUUID()];
    const request = broadcastRequest.parse({ channelId, message: { template: { templateUId: templateId } } });
    const parts = components.parse({ body: { text: "Hello" } });
    await db.batch([
      db
        .prepare(
          `INSERT INTO channels (id, enterprise_id, type, vendor, contact_id, name, name_key, settings, rate, state, webhook_token, created_at, updated_at)
           VALUES (?1, ?2, 4, -1, '', 'Phone', ?1, '{}', 500, 'active', ?1, 1, 1)`,
        )
        .bind(channelId, enterpriseId),
      db
        .prepare(
          `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, revision, updated_by, created_at, updated_at)
           VALUES (?1, ?2, ?3, ?1, 'en', 'UTILITY', ?4, 'APPROVED', 1, 1, '', 1, 1)`,
        )
        .bind(templateId, enterpriseId, channelId, JSON.stringify(parts)),
      db
        .prepare(
          `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class, by_id, by_name,
             timezone, prepared_at, start_at, started_at, expires_at, created_at, updated_at)
           VALUES (?1, ?2, 'Walk', ?3, 4, ?4, ?5, ?6, ?7, ${sendClasses.transactional}, '', '', 'UTC', 1, ?8, ?9, ?10, 1, 1)`,
        )
        .bind(
          id,
          enterpriseId,
          channelId,
          templateId,
          JSON.stringify({ name: "hello", language: "en", category: "UTILITY", components: parts }),
          JSON.stringify(request),
          isLater ? "scheduled" : "processing",
          isLater ? Date.now() : null,
          isLater ? null : 1,
          isLater ? null : Date.now() + HOUR_MS,
        ),
      db
        .prepare(
          "INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at) SELECT value, ?2, 4, '', 1, 1 FROM json_each(?1)",
        )
        .bind(JSON.stringify(Array.from({ length: PEOPLE }, (_, at) => `${id}-${at}`)), enterpriseId),
      db
        .prepare(
          "INSERT INTO broadcast_recipients (id, enterprise_id, identity_id, address, status, facts) SELECT value->>0, ?2, value->>1, '+91' || key, 'queued', '{}' FROM json_each(?1)",
        )
        .bind(
          JSON.stringify(
            Array.from({ length: PEOPLE }, (_, at) => [recipientIdOf(id, at + 1), `${id}-${at}`]),
          ),
          enterpriseId,
        ),
    ]);
    return { id, templateId, channelId };
  }

  async function done(
    { id, templateId, channelId }: Awaited<ReturnType<typeof made>>,
    taken: Acts,
  ): Promise<boolean> {
    switch (taken.act) {
      case "template":
        await run(
          "UPDATE templates SET status = ? WHERE id = ?",
          taken.isApproved ? "APPROVED" : "PAUSED",
          templateId,
        );
        return true;
      case "clock": {
        const [row] = await rowsOf<{ start_at: number | null }>(
          harness,
          "SELECT start_at FROM broadcasts WHERE id = ?",
          id,
        );
        const at = row?.start_at ?? 0;
        const timers = [{ subject: id, seq: at }] as never;
        const now = taken.isLate ? at + 2 * HOUR_MS : at + 1;
        await ctx.db.$client.batch(await broadcastStarts(ctx.db, { enterpriseId, timers, now } as never));
        return true;
      }
      case "person":
        try {
          await moveBroadcast(ctx, id, taken.action);
          return true;
        } catch (error) {
          if (error instanceof DomainError) return false;
          throw error;
        }
      case "sender": {
        const [name, rules] = [`${channelId}:0`, { id: channelId, pairMs: 0, idempotent: false }];
        const { block } = await claimRecipients(
          ctx,
          { id: channelId, type: 4, pair: null },
          name,
          taken.most,
          undefined,
        );
        const ended = block.map(({ id: recipient, attempts }) => ({
          id: recipient,
          attempts,
          at: Date.now(),
          result: taken.fails
            ? { outcome: "failed" as const, code: "131026", reason: "No account" }
            : { outcome: "sent" as const, vendorId: randomUUID() },
        }));
        await noteRecipients(ctx, rules, name, ended);
        return true;
      }
      default:
        return taken satisfies never;
    }
  }

  const read = async (id: string) => {
    const [row] = await rowsOf<{ state: BroadcastState; ended: 0 | 1; revision: number; counts: string }>(
      harness,
      `SELECT state, ended_at IS NOT NULL AS ended, revision, (SELECT json_group_object(k.status, k.n) FROM (SELECT status, sum(count) AS n
         FROM broadcast_counts WHERE broadcast_id = b.id GROUP BY 1) k) AS counts FROM broadcasts b WHERE id = ?`,
      id,
    );
    assert.ok(row);
    const of = JSON.parse(row.counts) as Record<string, number>;
    const [queued = 0, sent = 0, failed = 0, cancelled = 0] = ["queued", "sent", "failed", "cancelled"].map(
      (status) => of[status] ?? 0,
    );
    return { row, seen: { state: row.state, isOver: row.ended === 1, queued, sent, failed, cancelled } };
  };

  const walked: Walked = { moved: 0, refused: 0, reached: new Set() };
  let walks = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 10, maxLength: 50 }),
      async (isLater, acts) => {
        told(walks++);
        const broadcast = await made(isLater);
        const model: Model = {
          state: isLater ? "scheduled" : "processing",
          ...{ isOver: false, queued: PEOPLE, sent: 0, failed: 0, cancelled: 0, isApproved: true },
        };
        let before = await read(broadcast.id);
        for (const [at, taken] of acts.entries()) {
          const was = { ...model };
          const allowed = expected(model, taken);
          const said = `step ${at}: ${JSON.stringify(taken)} of ${JSON.stringify(was)}`;
          assert.equal(await done(broadcast, taken), allowed, said);
          const after = await read(broadcast.id);
          if (!allowed) assert.deepEqual(after, before, said);
          const { isApproved: _, ...shown } = model;
          assert.deepEqual(after.seen, shown, said);
          walked.reached.add(model.state);
          if (allowed) walked.moved++;
          else walked.refused++;
          before = after;
        }
      },
    ),
    { numRuns: runs, seed },
  );
  return walked;
}
