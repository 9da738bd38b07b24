import type { SendResult } from "#workers/channels/adapter.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { claimRecipients } from "#workers/domain/broadcasts/claim.ts";
import { noteRecipients } from "#workers/domain/broadcasts/outcomes.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { type Ended, giveBack, giveBackAstray } from "#workers/domain/messaging/outcomes.ts";
import { type Faults, through } from "./import-ctx.ts";

const PAIR = { bucket: 45, refillMs: 6_000 };
const BROKEN: SendResult = { outcome: "unknown", afterMs: 0 };

/** Things that outlive a sender's instance: its own storage, and the vendor's log. */
export interface Outside {
  channelId: string;
  lines: Map<string, { attempts: number; result: SendResult | null; at: number }>;
  /** How often the vendor has accepted each recipient. */
  accepted: Map<string, number>;
}
export const outside = (channelId: string): Outside => ({
  channelId,
  lines: new Map(),
  accepted: new Map(),
});

/**
 * One instance of a sender, by the rules of the real one: a line before each call and its outcome after it, outcomes noted
 * together, and giving back what was never called. The vendor does not know our key.
 */
export class PlayedSender {
  #ended: Ended[] = [];
  #settled = false;
  #astray = false;
  readonly #name: string;
  readonly #out: Outside;
  readonly #vendor: Faults;

  constructor(out: Outside, vendor: Faults) {
    this.#out = out;
    this.#vendor = vendor;
    this.#name = `${out.channelId}:0`;
  }

  /** Sends until nothing is left to claim. */
  async run(ctx: Ctx): Promise<void> {
    if (!this.#settled) await this.#settle(ctx);
    else await this.#note(ctx);
    if (this.#astray) await giveBackAstray(ctx, this.#name, [...this.#out.lines.keys()], Date.now());
    this.#astray = false;
    for (;;) {
      const channel = { id: this.#out.channelId, type: channelTypes.whatsApp, pair: PAIR };
      const claimed = await claimRecipients(ctx, channel, this.#name, 50, undefined).catch(
        (error: unknown) => {
          this.#astray = true;
          throw error;
        },
      );
      for (const { id, attempts } of claimed.block) {
        this.#out.lines.set(id, { attempts, result: null, at: Date.now() });
        await through(this.#vendor, 1, async () => {
          this.#out.accepted.set(id, (this.#out.accepted.get(id) ?? 0) + 1);
        });
        const line = { attempts, result: { outcome: "sent", vendorId: `v.${id}` } as const, at: Date.now() };
        this.#out.lines.set(id, line);
        this.#ended.push({ id, ...line });
      }
      await this.#note(ctx);
      if (claimed.block.length === 0 && !claimed.again) return;
    }
  }

  async #settle(ctx: Ctx): Promise<void> {
    this.#ended = [...this.#out.lines].map(([id, { result, ...line }]) => ({
      id,
      ...line,
      result: result ?? BROKEN,
    }));
    await this.#note(ctx);
    await giveBack(ctx, this.#name);
    this.#astray = true;
    this.#settled = true;
  }

  async #note(ctx: Ctx): Promise<void> {
    const ended = [...this.#ended];
    const channel = { id: this.#out.channelId, pairMs: PAIR.refillMs, idempotent: false };
    await noteRecipients(ctx, channel, this.#name, ended);
    this.#ended = [];
    for (const { id } of ended) this.#out.lines.delete(id);
  }
}
