import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { HubCalls } from "#workers/contract/socket.ts";
import { topicOf } from "#workers/contract/topics.ts";
import { joined, type Stepped } from "#workers/domain/runs/stepped.ts";

/** At most one event in this time for those who watch, and one question in that time where nobody does. */
const HEARD_MS = 1_000;
const UNHEARD_MS = 5_000;

interface Tail {
  stepped: Stepped;
  /** When it may be told. */
  at: number;
  waits: boolean;
}

/**
 * Tells the screens that look on what runs do. A launch of a hundred thousand is a few events: acts between two of them
 * are counted. Nothing is kept: whatever a restart loses is in the log.
 */
export class Tails {
  readonly #of = new Map<EnterpriseId, Tail>();
  readonly #hubOf: (enterpriseId: EnterpriseId) => Pick<HubCalls, "tellTopics">;

  constructor(hubOf: (enterpriseId: EnterpriseId) => Pick<HubCalls, "tellTopics">) {
    this.#hubOf = hubOf;
  }

  /** Takes what was done; answers what is to be waited for, if anything new is. */
  take(enterpriseId: EnterpriseId, stepped: Stepped, now: number): Promise<void> | undefined {
    if (stepped.size === 0) return undefined;
    const tail = this.#of.get(enterpriseId) ?? { stepped: new Map(), at: now, waits: false };
    this.#of.set(enterpriseId, tail);
    joined(tail.stepped, stepped);
    if (tail.waits) return undefined;
    tail.waits = true;
    return this.#tell(enterpriseId, tail, now);
  }

  async #tell(enterpriseId: EnterpriseId, tail: Tail, now: number): Promise<void> {
    try {
      if (tail.at > now) await scheduler.wait(tail.at - now);
    } finally {
      tail.waits = false;
    }
    const told = [...tail.stepped].map(([of, data]) => ({
      topic: topicOf.log(of),
      event: { action: "runsStepped" as const, data },
    }));
    tail.stepped = new Map();
    tail.at = Date.now() + HEARD_MS;
    const heard = await this.#hubOf(enterpriseId).tellTopics(told);
    if (heard === 0) tail.at = Date.now() + UNHEARD_MS;
  }
}
