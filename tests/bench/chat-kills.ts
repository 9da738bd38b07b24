// The whole server is killed at random instants while customers write and agents answer, pick up and close. At the end every
// message that was taken is in its chat once and in order; every answer that was taken came to the vendor, whose log is kept
// outside, at most once, or is shown as not confirmed; each agent's screen, which resumes with its last number, has heard every
// live event for it once and in order; and the counts are what the rows say.
// `--kills 50 --agents 20 --chats 200 --in 20 --out 8 --quiet 10 --seed S`; the full load: `--agents 100 --chats 2000 --in 50 --out 20`
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { check } from "#tests/support/check.ts";
import { freePort } from "#tests/support/free-port.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { inDatabase } from "#tests/support/message-power.ts";
import { startOutsideVendor } from "#tests/support/outside-vendor.ts";
import { startPower } from "#tests/support/power.ts";
import type { Person } from "#tests/support/people.ts";
import { openDesk, phoneOf, wamidOf } from "#tests/support/served-desk.ts";
import { faultsOf, Tab, TOLD_EVENTS, toldEvents } from "#tests/support/tab.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { saveRole } from "#workers/contract/endpoints/roles.ts";
import { CALLS_AT_ONCE } from "#workers/contract/message.ts";
import { permissionsOf } from "#workers/contract/roles.ts";
import { recountChats } from "#workers/domain/chats/recount.ts";
import { buildStale } from "../../scripts/build.ts";
import { openSqlite, tenantFiles } from "../../scripts/lib/sqlite-file.ts";
import { option } from "./options.ts";

const KILLS = option("kills", 50);
const AGENTS = option("agents", 20);
const CHATS = option("chats", 200);
const IN = option("in", 20);
const OUT = option("out", 8);
/** Seconds without a kill, before the first: what follows is compared with them. */
const QUIET_S = option("quiet", 10);
const SEED = option("seed", Date.now() % 1_000_000);
/** From one start to the next kill, at most. */
const WITHIN_MS = 2_000;
const RECOVERY_MS = 180_000;
/** It is not waited longer until something is taken again. */
const AT_WORK_MS = 20_000;
/** Chats that nobody has are looked for so often, and as often one is closed. */
const MOVE_EVERY_MS = 500;
/** Calls under way, beyond which nobody begins another: nobody presses more while nothing answers. */
const MOST_OPEN = 100;
const RETRY_MS = 500;
const RATE = 200;
const HANDLER = 3;
const SENDERS = Math.max(1, Math.ceil((RATE * 0.1) / CALLS_AT_ONCE));

await buildStale();
const random = randomOf(SEED);
const vendor = await startOutsideVendor({ latencyMs: 20 });
const power = await startPower({ port: await freePort() });
const one = async (sql: string, ...values: string[]): Promise<number> =>
  (await inDatabase<{ n: number }>(power.state, `SELECT count(*) AS n FROM ${sql}`, ...values))[0]?.n ??
  Number.NaN;

console.log(
  `npm run bench chat-kills -- --kills ${KILLS} --agents ${AGENTS} --chats ${CHATS} --in ${IN} --out ${OUT} --quiet ${QUIET_S} --seed ${SEED}`,
);
try {
  const { channelId, enterpriseId, agents, deliver, act } = await openDesk(power, vendor, {
    agents: AGENTS,
    chats: CHATS,
    rate: RATE,
  });
  interface Customer {
    phone: string;
    said: number;
    taken: number;
    last: Promise<void>;
  }
  const customers: Customer[] = [];
  const customer = (said = 0): Customer => {
    const made = { phone: phoneOf(customers.length), said, taken: said, last: Promise.resolve() };
    customers.push(made);
    return made;
  };
  for (let at = 0; at < CHATS; at++) customer(1);
  const byId = new Map(agents.map((agent) => [agent.userId, agent]));
  const near = {
    socket: (path: string) => new WebSocket(power.served.url.replace("http", "ws") + path),
    retryMs: RETRY_MS,
  };
  const tabs = agents.map((agent) => new Tab(agent, near));
  await Promise.all(tabs.map((tab) => tab.hears(({ action }) => action === "onOpen")));

  const begun = { open: 0, isOver: false, all: [] as Promise<void>[] };
  const begin = (work: () => Promise<void>) => {
    if (begun.open >= MOST_OPEN) return;
    begun.open++;
    begun.all.push(work().finally(() => begun.open--));
  };
  const every = (ms: number, work: () => void) => {
    const ticking = setInterval(() => (begun.isOver ? clearInterval(ticking) : work()), ms);
  };
  /** Answers, picks and closes that were taken, by their ids. */
  const taken = { answers: new Set<string>(), picks: 0, closes: 0, refused: 0 };
  const write = (each: Customer) => {
    const n = ++each.said;
    // Each customer's messages come in their order, as a vendor holds them back.
    each.last = each.last.then(async () => {
      const { ok } = await deliver([{ from: each.phone, id: wamidOf(each.phone, n), text: `word ${n}` }]);
      if (ok) each.taken++;
    });
    return each.last;
  };
  const held = new Map<string, Person>();
  const look = async () => {
    const rows = await inDatabase<{ id: string; handler: string | null }>(
      power.state,
      `SELECT id, handler FROM chats WHERE channel_id = ? AND state IN (${CHAT.started}, ${CHAT.ongoing})`,
      channelId,
    ).catch(() => []);
    held.clear();
    for (const { id, handler } of rows) {
      const agent = handler === null ? undefined : byId.get(handler);
      if (agent) held.set(id, agent);
    }
    return rows.filter(({ handler }) => handler === null).map(({ id }) => id);
  };
  const pick = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)];
  await look();

  every(1_000 / IN, () => begin(() => write(random() < 0.02 ? customer() : (pick(customers) ?? customer()))));
  every(1_000 / OUT, () =>
    begin(async () => {
      const [chatId, agent] = pick([...held]) ?? [];
      if (chatId === undefined || agent === undefined) return;
      const id = randomUUID();
      const { ok } = await act(agent, `${chatId}/actions`, { action: "agentReplyChat", id, text: id });
      if (ok) taken.answers.add(id);
      else taken.refused++;
    }),
  );
  every(MOVE_EVERY_MS, () =>
    begin(async () => {
      const waiting = await look();
      const chatId = pick(waiting);
      const agent = pick(agents) as Person;
      if (chatId !== undefined) {
        const { ok } = await act(agent, `${chatId}/actions`, { action: "agentPickupChat", id: randomUUID() });
        if (ok) taken.picks++;
        else taken.refused++;
      }
      const [closed, theirs] = pick([...held]) ?? [];
      if (closed === undefined || theirs === undefined || waiting.length > AGENTS) return;
      held.delete(closed);
      const { ok } = await act(theirs, `${closed}/close`, { id: randomUUID() });
      if (ok) taken.closes++;
      else taken.refused++;
    }),
  );

  const soFar = () => customers.reduce((sum, each) => sum + each.taken, 0) + taken.answers.size;
  const timed = async (work: () => Promise<void>): Promise<number> => {
    const [before, since] = [soFar(), performance.now()];
    await work();
    return ((soFar() - before) * 1_000) / (performance.now() - since);
  };
  const quiet = await timed(() => pause(QUIET_S * 1_000));
  console.log(`  without a kill: ${soFar()} taken`);
  const restarts: number[] = [];
  const hunted = await timed(async () => {
    for (let kills = 0; kills < KILLS; kills++) {
      // Every other one meets a system that is at work again, the rest one that is just starting to.
      const enough = soFar() + (kills % 2 === 0 ? AGENTS : 0);
      const latest = performance.now() + AT_WORK_MS;
      while (soFar() < enough && performance.now() < latest) await pause(20);
      await pause(random() * WITHIN_MS);
      const since = performance.now();
      await power.cut();
      restarts.push(performance.now() - since);
      if ((kills + 1) % 10 === 0) console.log(`  ${kills + 1} kills, ${soFar()} taken`);
    }
  });
  begun.isOver = true;
  await Promise.all(begun.all);

  const since = Date.now();
  const openNow = async () =>
    (await one("inbound_events WHERE channel_id = ? AND state IN ('pending', 'waiting')", channelId)) +
    (await one(
      "messages WHERE channel_id = ? AND direction = 'out' AND (status = 'queued' OR claimed_by IS NOT NULL)",
      channelId,
    ));
  let open = await openNow();
  while (open > 0 && Date.now() - since < RECOVERY_MS) {
    await pause(200);
    open = await openNow();
  }
  const restMs = Date.now() - since;

  // A last event that everybody hears: a role that nobody has is changed.
  const client = await power.signIn();
  await client.call(saveRole, { params: { role: 5 }, body: { permissions: { "USERS.VIEW": 1 } } });
  const isLast = ({ action, data }: Record<string, unknown>) =>
    action === "rightsChanged" && (data as { roles: number[] }).roles[0] === 5;
  await Promise.race([Promise.all(tabs.map((tab) => tab.hears(isLast))), pause(RECOVERY_MS)]);
  await Promise.all(tabs.map((tab) => tab.stop()));
  const events = toldEvents(await inDatabase(power.state, TOLD_EVENTS, enterpriseId));
  const faults = faultsOf(events, tabs, permissionsOf([HANDLER]));

  const kept = await inDatabase<{ phone: string; id: string }>(
    power.state,
    `SELECT substr(m.vendor_id, 7, 12) AS phone, m.vendor_id AS id FROM messages m JOIN chats c ON c.id = m.chat_id
     WHERE m.channel_id = ? AND m.direction = 'in' ORDER BY c.created_at, c.id, m.seq`,
    channelId,
  );
  const keptOf = Map.groupBy(kept, ({ phone }) => phone);
  const wrongOf = customers.filter(({ phone, taken: count }) => {
    const theirs = (keptOf.get(phone) ?? []).map(({ id }) => id);
    return theirs.join() !== Array.from({ length: count }, (_, at) => wamidOf(phone, at + 1)).join();
  });
  const answers = await inDatabase<{ id: string; status: string; identity: string }>(
    power.state,
    "SELECT id, status, identity_id AS identity FROM messages WHERE channel_id = ? AND direction = 'out' AND by_kind = 'person' ORDER BY identity_id, chat_id, seq",
    channelId,
  );
  const statusOf = new Map(answers.map(({ id, status }) => [id, status]));
  const cameOf = Map.groupBy(vendor.accepted, ({ ownId }) => ownId);
  const unknown = answers.filter(({ status }) => status === "unknown").length;
  const most = KILLS * CALLS_AT_ONCE * SENDERS;
  const ids = [...taken.answers];
  const told = { once: 0, unconfirmed: 0, other: 0 };
  for (const id of ids) {
    const [count, status] = [cameOf.get(id)?.length ?? 0, statusOf.get(id)];
    if (count === 1 && status === "sent") told.once++;
    else if (count <= 1 && status === "unknown") told.unconfirmed++;
    else told.other++;
  }
  const misplaced = await one(
    `chats WHERE channel_id = ? AND NOT CASE state WHEN ${CHAT.ongoing} THEN handler IS NOT NULL AND waiting_since IS NULL
      WHEN ${CHAT.started} THEN handler IS NULL AND waiting_since IS NOT NULL WHEN ${CHAT.closed} THEN closed_at IS NOT NULL ELSE false END`,
    channelId,
  );
  const homeless = await one(
    "(SELECT identity_id FROM chats WHERE channel_id = ? GROUP BY 1 HAVING sum(state <> 3) > 1)",
    channelId,
  );
  const drifts = await Promise.all(
    tenantFiles(power.state).map(async (path) => {
      const database = openSqlite(path);
      const found = await recountChats(database);
      database.close();
      return found;
    }),
  );
  const drift = drifts.flat().reduce((sum, { rows }) => sum + rows, 0);

  const row = (sentence: string, seen: number | string, met: boolean) =>
    check(`${sentence.padEnd(72)} ${seen}`, met);
  console.log(
    `${KILLS} kills (a restart took ${Math.round(Math.min(...restarts))}-${Math.round(Math.max(...restarts))} ms), ${kept.length} messages in, ${answers.length} answers, ${taken.picks} picked up, ${taken.closes} closed, ${taken.refused} refused, ${events.length} live events; at rest ${restMs} ms after the last call`,
  );
  console.log(
    `taken: ${quiet.toFixed(1)}/s without a kill, ${hunted.toFixed(1)}/s under kills: ${(hunted / quiet).toFixed(2)} of it; ${loadavg()[0]?.toFixed(1)} programs at work`,
  );
  row("work that is open after the recovery", open, open === 0);
  row("customers whose messages are not there once and in order", wrongOf.length, wrongOf.length === 0);
  row(`answers taken: sent once, of ${ids.length}`, told.once, told.other === 0);
  row(
    "  shown as not confirmed, came at most once",
    told.unconfirmed,
    told.once + told.unconfirmed === ids.length,
  );
  row("  lost, doubled or shown wrongly", told.other, told.other === 0);
  row(`  not confirmed in all, at most ${most}`, unknown, unknown <= most);
  row(
    `screens that missed, doubled, mixed up or fetched anew, of ${tabs.length}`,
    faults.length,
    faults.length === 0,
  );
  row(
    "  how often they were opened",
    tabs.reduce((sum, { opened }) => sum + opened, 0),
    true,
  );
  row("chats that are neither somebody's, nor in a queue, nor closed", misplaced, misplaced === 0);
  row("customers with two open chats", homeless, homeless === 0);
  row("counts that differ from a recount", drift, drift === 0);
  if (faults.length > 0) console.log(JSON.stringify(faults[0]).slice(0, 2_000));
  if (wrongOf.length > 0)
    console.log(wrongOf[0], (keptOf.get(wrongOf[0]?.phone ?? "") ?? []).map(({ id }) => id).join(" "));
} finally {
  await power.end();
  await vendor.stop();
}
process.exit();
