import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { Ctx } from "../../ctx.ts";
import type { Effect } from "../../flow/effects.ts";
import { newRun } from "../../flow/run.ts";
import { dataOf, type RunRow } from "../run-row.ts";
import type { Some } from "../../some-rows.ts";

const BEGIN = `INSERT OR IGNORE INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, seq, wake_at, parent_key, data, started_at)
  SELECT e.value->>0, ?2, i.id, i.version_id, i.channel_id, e.value->>3, e.value->>4, 'waiting', 0, ?3, e.value->>5, e.value->>6, ?3 FROM json_each(?1) e
  CROSS JOIN automation_instances i ON i.id = (SELECT o.id FROM automation_instances o WHERE o.enterprise_id = ?2 AND o.automation_id = e.value->>1
    AND o.channel_id = e.value->>2 AND o.state = ${INSTANCE.started} ORDER BY o.created_at DESC LIMIT 1)`;
/** Where no instance takes anybody in, the run that waits hears of a failure at once. */
const NOT_BEGUN = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, 'child:' || (e.value->>4), 'child', e.value->>4, e.value->>7, '{"state":"failed","vars":{}}', ?3, ?4 FROM json_each(?1) e
  WHERE e.value->>5 <> '' AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = e.value->>0) ON CONFLICT DO NOTHING`;
const CANCEL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, 'leave:' || (e.value->>0), 'leave', '', r.id, '{"state":"cancelled","code":"parentLeft","sentence":""}', ?3, ?4 FROM json_each(?1) e
  CROSS JOIN runs r ON r.enterprise_id = ?2 AND r.identity_id = e.value->>1 AND r.entry_key = e.value->>0 AND r.state = 'waiting' WHERE true ON CONFLICT DO NOTHING`;
const TELL_PARENT = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, data, at, until)
  SELECT ?2, 'child:' || (value->>0), 'child', value->>0, value->>1, ?3, ?4 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`;

/** Other runs that runs of a page begin, cancel, or tell of their end. */
export class OtherRuns {
  readonly #ctx: Ctx;
  readonly #at: number;
  readonly #begun: unknown[] = [];
  readonly #cancelled: unknown[] = [];
  readonly #parents: unknown[] = [];

  constructor(ctx: Ctx) {
    [this.#ctx, this.#at] = [ctx, ctx.now()];
  }

  begin({ journeyId, depth, vars, key, answers }: Extract<Effect, { kind: "startRun" }>, of: RunRow): void {
    const { channelId, identityId } = of;
    const id = this.#ctx.newId();
    const run = newRun({ id, customerId: identityId, channelId, startedAt: this.#at, depth, vars });
    this.#begun.push([id, journeyId, channelId, identityId, key, answers ? key : "", dataOf(run), of.id]);
  }

  cancel(key: string, { identityId }: Pick<RunRow, "identityId">): void {
    this.#cancelled.push([key, identityId]);
  }

  tellParent({ parentKey }: Pick<RunRow, "parentKey">, ended: object): void {
    if (parentKey !== "") this.#parents.push([parentKey, JSON.stringify(ended)]);
  }

  statements(some: Some): D1PreparedStatement[] {
    const { enterpriseId } = this.#ctx;
    const [at, until] = [this.#at, this.#at + KEPT_MS];
    return [
      ...some(this.#begun, BEGIN, enterpriseId, at),
      ...some(this.#begun, NOT_BEGUN, enterpriseId, at, until),
      ...some(this.#cancelled, CANCEL, enterpriseId, at, until),
      ...some(this.#parents, TELL_PARENT, enterpriseId, at, until),
    ];
  }
}
