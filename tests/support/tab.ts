import * as accountApi from "#workers/contract/endpoints/account.ts";
import type { Harness } from "./harness.ts";
import { Line } from "./line.ts";
import { fresh } from "./live-events.ts";
import type { Person } from "./people.ts";

const action = (name: string) => (message: Record<string, unknown>) => message.action === name;

/** A console's tab: it comes back whenever it is cut off, and takes what is newer than what it has. */
export class Tab {
  readonly taken: number[] = [];
  refetched = 0;
  first: number | undefined;
  opened = 0;
  readonly person: Person;
  readonly #near: Pick<Harness, "socket">;
  #line = Promise.withResolvers<Line>();
  #going = true;
  readonly ended: Promise<void>;

  constructor(person: Person, near: Pick<Harness, "socket">) {
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
      const { ticket } = await this.person.call(accountApi.socketTicket);
      const seen = this.first === undefined ? "" : `&lastSeq=${this.seen}`;
      const line = new Line(this.#near, `/api/actions?ticket=${ticket}${seen}`);
      this.#line.resolve(line);
      const before = this.seen;
      await line.closed;
      if (this.#going) this.#line = Promise.withResolvers();
      this.#take(line.received, before);
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

type To = "everybody" | { users: string[]; permission?: string[] };

/** Faults of these clients, who hold the permissions that events name: events not taken as they were to be. */
export async function tabFaults(
  { env }: Pick<Harness, "env">,
  tabs: readonly Tab[],
): Promise<{ events: number; faults: object[] }> {
  const enterpriseId = tabs[0]?.person.enterpriseId ?? "";
  const { results } = await env.TENANT_1.prepare(
    `SELECT seq, "to" AS recipients FROM live_events WHERE enterprise_id = ? ORDER BY seq`,
  )
    .bind(enterpriseId)
    .all<{ seq: number; recipients: string }>();
  const events = results.map(({ seq, recipients }) => ({ seq, to: JSON.parse(recipients) as To }));
  const faults = tabs.flatMap(({ person: { userId }, first = 0, taken, refetched }, index) => {
    const expected = events
      .filter(
        ({ seq, to }) =>
          seq > first && (to === "everybody" || to.permission !== undefined || to.users.includes(userId)),
      )
      .map(({ seq }) => seq);
    return expected.join() === taken.join() && refetched === 0 ? [] : [{ index, expected, taken, refetched }];
  });
  return { events: events.length, faults };
}
