import { setTimeout as pause } from "node:timers/promises";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import type { Harness } from "./harness.ts";
import { Line } from "./line.ts";
import { fresh } from "./live-events.ts";
import type { Person } from "./people.ts";

interface Near extends Pick<Harness, "socket"> {
  /** How long it waits before it asks for a ticket again; without it, a ticket that is refused is an error. */
  retryMs?: number;
}

const action = (name: string) => (message: Record<string, unknown>) => message.action === name;

/** A console's tab: it comes back whenever it is cut off, and takes what is newer than what it has. */
export class Tab {
  readonly taken: number[] = [];
  refetched = 0;
  first: number | undefined;
  opened = 0;
  readonly person: Person;
  readonly #near: Near;
  #line = Promise.withResolvers<Line>();
  #going = true;
  readonly ended: Promise<void>;

  constructor(person: Person, near: Near) {
    this.person = person;
    this.#near = near;
    this.ended = this.#live();
  }

  get seen(): number {
    return this.taken.at(-1) ?? this.first ?? 0;
  }

  /** Waits until a line has heard this, whichever line that is. */
  async hears(fits: (message: Record<string, unknown>) => boolean): Promise<void> {
    for (;;) {
      const line = await this.#line.promise;
      if (
        await Promise.race([
          line.hears(fits).then(() => true),
          line.closed.then(() => line.received.some(fits)),
        ])
      )
        return;
      await this.#line.promise;
    }
  }

  async stop(): Promise<void> {
    this.#going = false;
    (await this.#line.promise).close();
    await this.ended;
  }

  async #live(): Promise<void> {
    while (this.#going) {
      const ticket = await this.#ticket();
      if (ticket === undefined) continue;
      const seen = this.first === undefined ? "" : `&lastSeq=${this.seen}`;
      const line = new Line(this.#near, `/api/actions?ticket=${ticket}${seen}`);
      this.#line.resolve(line);
      const before = this.seen;
      await line.closed;
      if (this.#going) this.#line = Promise.withResolvers();
      this.#take(line.received, before);
    }
  }

  async #ticket(): Promise<string | undefined> {
    const { retryMs } = this.#near;
    try {
      return (await this.person.call(accountApi.socketTicket)).ticket;
    } catch (error) {
      if (retryMs === undefined) throw error;
      await pause(retryMs);
      return undefined;
    }
  }

  #take(received: readonly Record<string, unknown>[], before: number): void {
    const opened = received.find(action("onOpen"));
    if (!opened) return;
    this.opened++;
    this.first ??= Number(opened.seq);
    this.refetched += received.filter(action("refetch")).length;
    this.taken.push(...fresh(received, Math.max(before, this.first)).map(({ seq }) => Number(seq)));
  }
}

/** An event that was kept, and whom it was for. */
interface ToldEvent {
  seq: number;
  to: "everybody" | { users?: readonly string[]; permission?: readonly Permission[] };
}

/** The kept events of an enterprise, as the columns of their table. */
export const toldEvents = (rows: readonly { seq: number; to: string }[]): ToldEvent[] =>
  rows.map(({ seq, to }) => ({ seq, to: JSON.parse(to) as ToldEvent["to"] }));
export const TOLD_EVENTS = `SELECT seq, "to" FROM live_events WHERE enterprise_id = ? ORDER BY seq`;

/** Faults of these clients, who hold these permissions (by default all that events name): events not taken as they were to be. */
export function faultsOf(
  events: readonly ToldEvent[],
  tabs: readonly Tab[],
  held?: readonly Permission[],
): object[] {
  const holds = (named: readonly Permission[] = []) =>
    named.some((permission) => held?.includes(permission) ?? true);
  return tabs.flatMap(({ person: { userId }, first = 0, taken, refetched }, index) => {
    const expected = events
      .filter(
        ({ seq, to }) =>
          seq > first && (to === "everybody" || holds(to.permission) || to.users?.includes(userId)),
      )
      .map(({ seq }) => seq);
    return expected.join() === taken.join() && refetched === 0 ? [] : [{ index, expected, taken, refetched }];
  });
}

/** The same for clients of the harness, and how many events there were. */
export async function tabFaults(
  { env }: Pick<Harness, "env">,
  tabs: readonly Tab[],
): Promise<{ events: number; faults: object[] }> {
  const { results } = await env.TENANT_1.prepare(TOLD_EVENTS)
    .bind(tabs[0]?.person.enterpriseId ?? "")
    .all<{ seq: number; to: string }>();
  const events = toldEvents(results);
  return { events: events.length, faults: faultsOf(events, tabs) };
}
