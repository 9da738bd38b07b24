import type { Ctx } from "../../ctx.ts";
import type { Effect } from "../../flow/effects.ts";
import type { RunRow } from "../run-row.ts";
import type { Some } from "../../some-rows.ts";

/** Whoever refuses what runs say never gets the question, so that what they say is no answer to it. */
const HEARS = `coalesce((SELECT c.given FROM consents c WHERE c.enterprise_id = ?2 AND c.identity_id = e.value->>2 AND c.purpose = 'service'
    ORDER BY c.at DESC, c.id DESC LIMIT 1), 1)`;
/** One row a person: whoever asked last gets the answer. A bot's words are no message of the run, and are sent all the same. */
const ASK = `INSERT INTO floors (id, enterprise_id, channel_id, identity_id, bot_id, run_id, until, effect, intents, seq)
  SELECT e.value->>0, ?2, e.value->>1, e.value->>2, e.value->>3, e.value->>4, e.value->>5, e.value->>6, e.value->>7, 1 FROM json_each(?1) e WHERE e.value->>6 <> '' OR ${HEARS}
  ON CONFLICT (enterprise_id, channel_id, identity_id) DO UPDATE SET bot_id = excluded.bot_id, run_id = excluded.run_id, until = excluded.until,
    effect = excluded.effect, intents = excluded.intents, outcome = NULL, seq = seq + 1`;
const ASK_NO_MORE = `DELETE FROM floors WHERE (enterprise_id, channel_id, identity_id, run_id) IN (SELECT ?2, e.value->>0, e.value->>1, e.value->>2 FROM json_each(?1) e)`;
const CALLS = `INSERT INTO run_calls (key, enterprise_id, run_id, seq, kind, effect, due_at) SELECT value->>0, ?2, value->>1, value->>2, value->>3, value->>4, ?3 FROM json_each(?1)`;
/** Nobody waits for a mail or an SMS: who has asked for one goes on, and is to get it all the same. */
const NO_CALLS = `DELETE FROM run_calls WHERE run_id IN (SELECT value FROM json_each(?1)) AND kind NOT IN ('mail', 'sms')`;

/** Whom runs of a page wait for: people whom they have asked, and systems that they call. */
export class Waits {
  readonly #ctx: Ctx;
  readonly #asks: unknown[] = [];
  readonly #asksNoMore: unknown[] = [];
  readonly #calls: unknown[] = [];
  readonly #over: string[] = [];

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  ask({ id, channelId, identityId }: RunRow, until: number): void {
    this.#asks.push([this.#ctx.newId(), channelId, identityId, "", id, until, "", "[]"]);
  }

  /** A bot talks for a run, which hears once how that ends. */
  letBotTalk(
    { id, channelId, identityId }: RunRow,
    botId: string,
    { key, intents, until }: Pick<Extract<Effect, { kind: "bot" }>, "key" | "intents" | "until">,
  ): void {
    this.#asks.push([
      this.#ctx.newId(),
      channelId,
      identityId,
      botId,
      id,
      until,
      key,
      JSON.stringify(intents),
    ]);
  }

  askNoMore({ id, channelId, identityId }: RunRow): void {
    this.#asksNoMore.push([channelId, identityId, id]);
  }

  call(effect: Extract<Effect, { seq: number }>, { id }: Pick<RunRow, "id">): void {
    this.#calls.push([effect.key, id, effect.seq, effect.kind, JSON.stringify(effect)]);
  }

  end({ id }: Pick<RunRow, "id">): void {
    this.#over.push(id);
  }

  statements(some: Some): D1PreparedStatement[] {
    const { enterpriseId, now } = this.#ctx;
    return [
      ...some(this.#asksNoMore, ASK_NO_MORE, enterpriseId),
      ...some(this.#asks, ASK, enterpriseId),
      ...some(this.#over, NO_CALLS),
      ...some(this.#calls, CALLS, enterpriseId, now()),
    ];
  }
}
