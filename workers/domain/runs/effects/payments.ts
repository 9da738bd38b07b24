import type { Ctx } from "../../ctx.ts";
import type { Run, Wait } from "../../flow/run.ts";
import type { Some } from "../../some-rows.ts";

const UNWANTED = `UPDATE payment_links SET is_unwanted = 1, due_at = ?3, tries = 0 WHERE enterprise_id = ?2 AND key IN (SELECT value FROM json_each(?1)) AND ended_at IS NULL`;

/** Where a run remembers the key of the latest payment that it has asked for. */
const LATEST = "#payment";
/** Waits in which a link that was asked for is still to come. */
const ASKING: ReadonlySet<Wait["kind"]> = new Set(["call", "retry"]);

/** Links for which runs of a page wait no more: they are cancelled at the gateway, unless they are over. */
export class Payments {
  readonly #ctx: Ctx;
  readonly #left: string[] = [];

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Compares a run as it was with how it goes on. */
  leave(before: Pick<Run, "sent" | "nodeId">, after: Pick<Run, "waits" | "nodeId" | "state">): void {
    const key = before.sent[LATEST];
    if (key === undefined) return;
    const stays = after.nodeId === before.nodeId && after.state === "waiting";
    const waits = after.waits.some(({ kind, key: of }) =>
      ASKING.has(kind) ? stays : kind === "payment" && of === key,
    );
    if (!waits) this.#left.push(key);
  }

  statements(some: Some): D1PreparedStatement[] {
    const { enterpriseId, now } = this.#ctx;
    return some(this.#left, UNWANTED, enterpriseId, now());
  }
}
