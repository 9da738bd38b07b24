import { drizzle } from "drizzle-orm/d1";
import type { z } from "zod";
import type { TenantDb } from "#db/client.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { Adapter } from "#workers/channels/adapter.ts";
import { sendBroadcast as sending } from "#workers/contract/endpoints/broadcast-sending.ts";
import { createCampaign as making } from "#workers/contract/endpoints/campaigns.ts";
import { createActivity as drafting } from "#workers/contract/endpoints/activities.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { sendBroadcast } from "#workers/domain/broadcasts/send.ts";
import { chooseMessage } from "#workers/domain/campaigns/choose.ts";
import { approveActivity, rejectActivity } from "#workers/domain/campaigns/decide.ts";
import { moveActivity } from "#workers/domain/campaigns/move-activity.ts";
import { createCampaign } from "#workers/domain/campaigns/save.ts";
import { createActivity } from "#workers/domain/campaigns/save-activity.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import { DomainError } from "#workers/domain/error.ts";
import { startImport } from "#workers/domain/imports/steps.ts";
import type { ProviderEnv } from "#workers/domain/integrations/provider-of.ts";
import type { AddressHash } from "#workers/domain/messaging/address-hash.ts";
import type { LaneChannel } from "#workers/domain/messaging/lane-state.ts";
import type { PastChat } from "../past-chat.ts";
import type { Fate, PastColleague, PastSending, SendingStep } from "../past-sending.ts";
import { AsideDatabase, type Together } from "./aside.ts";
import { deliverAll, sendAll } from "./deliver.ts";
import { PastPlayer } from "./play.ts";
import { SendingDatabase } from "./sending-aside.ts";
import { workJobs } from "./work-jobs.ts";

/** Each look at the clock of the past comes so long after the one before it. */
const LOOK_MS = 5;
const SWITCHES = { emailCampaign: true, smsCampaign: true, campaignAutomation: true };
/** Digits that count a broadcast's recipients, at the end of its id. */
const LAST = 8;
const SYSTEM = { uId: "system", name: "" };

const CAMPAIGN = "SELECT id FROM campaigns WHERE enterprise_id = ?1 AND name = ?2 AND state <> 5";
const BROADCAST = "SELECT id FROM broadcasts WHERE enterprise_id = ?1 AND command_id = ?2";
const OF_ACTIVITY = "SELECT id FROM broadcasts WHERE enterprise_id = ?1 AND activity_id = ?2";
const RUN = `${OF_ACTIVITY} AND coalesce(part, '') <> 'rest'`;
const REST = `${OF_ACTIVITY} AND part = 'rest'`;
/** Taken in by a run that broke off before it was worked: whoever plays the chat again takes it in anew. */
const FORGET_UNWORKED =
  "DELETE FROM inbound_events WHERE channel_id = ?1 AND state = 'aside' AND substr(event_key, 1, length(?2)) = ?2";
const IMPORT = "SELECT id FROM customer_imports WHERE enterprise_id = ?1 AND file = ?2";
const ACTIVITY =
  "SELECT id, revision, approval, channel_id AS channelId FROM activities WHERE enterprise_id = ?1 AND command_id = ?2";
/** All that a template's screens say of when it was made and approved. */
const SINCE = (table: string, column: string) =>
  `UPDATE ${table} SET at = at - t.created_at + ?2 FROM templates t WHERE t.enterprise_id = ?1 AND t.id = ${table}.${column} AND t.id IN (SELECT value FROM json_each(?3))`;
const TEMPLATES = [
  SINCE("template_history", "template_id"),
  SINCE("audit_trail", "object_id"),
  `UPDATE templates SET updated_at = updated_at - created_at + ?2, status_at = CASE status_at WHEN 0 THEN 0 ELSE status_at - created_at + ?2 END, created_at = ?2
    WHERE enterprise_id = ?1 AND id IN (SELECT value FROM json_each(?3))`,
];

export interface SendingTools {
  env: ProviderEnv & Pick<JobsEnv, "FILES">;
  database: D1Database;
  /** The transactions of chats, in which those are who answer. */
  together: Together;
  channels: ReadonlyMap<string, LaneChannel>;
  hash: AddressHash;
}

/** Plays broadcasts, campaigns and imports of the past by the functions that work those of today, under the past's clock. */
export class SendingPlayer {
  readonly #sending: PastSending;
  readonly #tools: SendingTools;
  readonly #adapter: Adapter;
  readonly #db: TenantDb;
  #now = 0;
  #sent = 0;

  constructor(past: PastSending, tools: SendingTools) {
    const adapter = adapterOf(vendorCodes.simulator);
    if (!adapter) throw new Error("The simulator has no adapter.");
    this.#adapter = adapter;
    this.#sending = past;
    this.#tools = tools;
    const aside = new SendingDatabase(tools.database, past.enterpriseId, past.before);
    this.#db = drizzle(aside as unknown as D1Database);
  }

  /** Answers how many messages were sent. Played again it finds what it has made, and goes on from there. */
  async play(): Promise<number> {
    for (const step of this.#sending.steps) {
      this.#now = step.at;
      await this.#step(step);
    }
    return this.#sent;
  }

  #ctx({ uId, name }: PastColleague, db = this.#db): Ctx {
    return ctxOf(
      db,
      enterpriseId.parse(this.#sending.enterpriseId),
      { userId: uId, name, address: "", requestId: "past" },
      { now: () => (this.#now += LOOK_MS) },
    );
  }

  async #step(step: SendingStep): Promise<void> {
    const ctx = this.#ctx(step.by);
    if ("templates" in step) return this.#shelve(step.at, step.templates);
    if ("imports" in step) {
      // A file is gone some time after it was read in.
      if ((await this.#idOf(IMPORT, step.imports.path)) === undefined) {
        const body = { file: step.imports, dryRun: false };
        await startImport(ctx, this.#tools.env.FILES, body as Parameters<typeof startImport>[2]);
      }
      return this.#work();
    }
    if ("sends" in step) {
      const body = asked(sending, { ...step.sends, commandId: this.#sending.key });
      if ((await this.#idOf(BROADCAST, body.commandId)) === undefined)
        await sendBroadcast(ctx, body, SWITCHES);
      return this.#deliver(body.channelId, [BROADCAST, body.commandId], step.fate);
    }
    if ("campaign" in step) {
      const { campaign: name, description } = step;
      if ((await this.#idOf(CAMPAIGN, name)) === undefined)
        await createCampaign(ctx, asked(making, { name, description }));
      return;
    }
    if ("activity" in step) return this.#draft(ctx, step);
    await this.#decide(ctx, step);
  }

  async #draft(ctx: Ctx, { activity: name, of, drafted }: Extract<SendingStep, { activity: string }>) {
    const campaign = await this.#idOf(CAMPAIGN, of);
    if (!campaign) throw new Error(`There is no campaign ${of}.`);
    const body = asked(drafting, { ...drafted, name, commandId: commandOf(name) });
    const { id } =
      (await this.#idOf(ACTIVITY, body.commandId)) ??
      (await createActivity(ctx, campaign.id, body, { switches: SWITCHES, seesCustomers: true }));
    // One that was rejected since may ask again, but has not.
    const { approval } = await this.#activity(name);
    if (approval === "draft") await moveActivity(ctx, id, "submit", SWITCHES);
  }

  async #decide(
    ctx: Ctx,
    step: Extract<
      SendingStep,
      { approves: string } | { rejects: string } | { starts: string } | { chooses: string }
    >,
  ): Promise<void> {
    if ("approves" in step) {
      const { id, revision } = await this.#activity(step.approves);
      await unlessMoved(approveActivity(ctx, id, revision));
    } else if ("rejects" in step) {
      const { id, revision } = await this.#activity(step.rejects);
      await unlessMoved(rejectActivity(ctx, id, { revision, reason: step.reason }));
    } else if ("starts" in step) {
      const { id, channelId } = await this.#activity(step.starts);
      await unlessMoved(moveActivity(ctx, id, "start", SWITCHES));
      await this.#deliver(channelId, [RUN, id], step.fate);
    } else {
      const { id, channelId } = await this.#activity(step.of);
      await unlessMoved(chooseMessage(ctx, id, { run: 1, winner: step.chooses }));
      await this.#deliver(channelId, [REST, id], step.fate);
    }
  }

  async #shelve(at: number, ids: readonly string[]): Promise<void> {
    const { $client } = this.#db;
    const { enterpriseId: theirs } = this.#sending;
    await $client.batch(TEMPLATES.map((sql) => $client.prepare(sql).bind(theirs, at, JSON.stringify(ids))));
  }

  /** Finds the recipients of broadcasts, calls them, and has them read and answer. */
  async #deliver(channelId: string, [which, value]: readonly [string, string], fate: Fate): Promise<void> {
    await this.#work();
    const channel = this.#tools.channels.get(channelId);
    if (!channel) throw new Error("The channel of a broadcast is gone.");
    const delivering = {
      db: this.#db,
      ctx: this.#ctx(SYSTEM),
      channel,
      adapter: this.#adapter,
      hash: this.#tools.hash,
      before: this.#sending.before,
      wait: (ms: number) => void (this.#now += ms),
    };
    await sendAll(delivering);
    const bound = this.#db.$client.prepare(which).bind(this.#sending.enterpriseId, value);
    const { results } = await bound.all<{ id: string }>();
    const ids = results.map(({ id }) => id);
    await this.#forgetUnworked(
      channelId,
      ids.map((id) => id.slice(0, -LAST)),
    );
    // As events of chats are: no lane of today may work them.
    const { before } = this.#sending;
    const db = drizzle(new AsideDatabase(this.#tools.together, channelId, before) as unknown as D1Database);
    const { sent, chats } = await deliverAll({ ...delivering, db, ctx: this.#ctx(SYSTEM, db) }, ids, fate);
    this.#sent += sent;
    for (const [place, chat] of chats.entries()) await this.#answer(channel, chat, place);
  }

  async #answer(channel: LaneChannel, chat: PastChat, place: number): Promise<void> {
    const { env, together, hash } = this.#tools;
    const key = `past.${this.#sending.key}.${chat.steps[0]?.at ?? 0}.${place}`;
    await this.#forgetUnworked(channel.id, [`${key}.`]);
    const day = { ...this.#sending, colleagues: [], chats: [] };
    await new PastPlayer(day, chat, { env, together, channel, hash, key }).play();
  }

  async #forgetUnworked(channelId: string, keys: readonly string[]): Promise<void> {
    const { database } = this.#tools;
    if (keys.length > 0)
      await database.batch(keys.map((key) => database.prepare(FORGET_UNWORKED).bind(channelId, key)));
  }

  #work(): Promise<void> {
    const { env, hash } = this.#tools;
    return workJobs(this.#ctx(SYSTEM), { files: env.FILES, hash, before: this.#sending.before });
  }

  async #activity(name: string) {
    const found = await this.#idOf(ACTIVITY, commandOf(name));
    if (!found) throw new Error(`There is no activity ${name}.`);
    return found;
  }

  async #idOf(sql: string, value: string) {
    const bound = this.#db.$client.prepare(sql).bind(this.#sending.enterpriseId, value);
    return (
      (await bound.first<{ id: string; revision: number; approval: string; channelId: string }>()) ??
      undefined
    );
  }
}

/** A call's body as its door hands it on. */
function asked<Body extends z.ZodObject>({ body }: { body?: Body }, given: z.input<Body>): z.output<Body> {
  if (!body) throw new Error("This call has no body.");
  return body.parse(given);
}
const commandOf = (activity: string): string => `past.${activity}`;

/** Leaves what was done before this was played again. */
async function unlessMoved(move: Promise<unknown>): Promise<void> {
  try {
    await move;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "activityMoved") throw error;
  }
}
