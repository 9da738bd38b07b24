// Clients that are cut off: 200 of them hear 20 events a second while a proxy cuts their connections 1,000 times; then
// 1,000 are cut at once, the hub has lost its memory, and all come back. Says what was missed, taken twice or out of order, and
// how long it took until all were back. `--clients 200 --drops 1000 --crowd 1000 --seed 1`
import { setTimeout as pause } from "node:timers/promises";
import { CuttingProxy } from "#tests/support/cutting-proxy.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { writerOf } from "#tests/support/live-events.ts";
import { makePerson } from "#tests/support/people.ts";
import { Tab, tabFaults } from "#tests/support/tab.ts";
import { option } from "./options.ts";

const CLIENTS = option("clients", 200);
const DROPS = option("drops", 1_000);
const CROWD = option("crowd", 1_000);
const seed = option("seed", Math.floor(Math.random() * 2 ** 31));
/** Of a person's sockets so many are open at once. */
const TABS = 10;
const EVENT_EVERY_MS = 50;
/** Of each cut this share of the clients is hit; of one cut in so many all are. */
const HIT = 0.05;
const WHOLE_ONE_OF = 40;
const BACK_MS = 10_000;
const CUT_EVERY_MS = 1_000;

const random = randomOf(seed);
const harness = await startHarness();
const isName = (name: number) => (message: Record<string, unknown>) =>
  message.action === "rightsChanged" && (message.data as { roles: number[] }).roles[0] === name;

/** An enterprise whose people have so many open tabs behind a proxy. */
async function crowdOf(count: number) {
  const owner = await makePerson(harness);
  const people = [owner];
  for (let at = TABS; at < count; at += TABS)
    people.push(await makeColleague(harness, owner, { roles: [3] }));
  const proxy = await CuttingProxy.before(harness.url);
  const near = {
    socket: (path: string) => new WebSocket(new URL(path, proxy.url.replace("http", "ws")).href),
  };
  const tabs: Tab[] = [];
  for (const person of people) {
    const theirs = Array.from({ length: Math.min(TABS, count - tabs.length) }, () => new Tab(person, near));
    await Promise.all(theirs.map((tab) => tab.hears(({ action }) => action === "onOpen")));
    tabs.push(...theirs);
  }
  const writer = writerOf(harness, owner);
  return {
    owner,
    people,
    proxy,
    tabs,
    say: async (...given: Parameters<typeof writer.keep>) => writer.tell(await writer.keep(...given)),
  };
}

let isMet = true;
{
  const { people, proxy, tabs, say } = await crowdOf(CLIENTS);
  const ended = new AbortController();
  let drops = 0;
  let name = 1_000;
  const began = performance.now();
  const speaking = (async () => {
    while (!ended.signal.aborted) {
      const next = began + (name - 1_000) * EVENT_EVERY_MS - performance.now();
      await pause(Math.max(0, next));
      // Half of them are for a few people alone.
      const few = people.filter(() => random() < 0.3).map(({ userId }) => userId);
      await say(name++, random() < 0.5 ? "everybody" : { users: few });
    }
  })();
  for (let cut = 1; drops < DROPS; cut++) {
    const isWhole = cut % WHOLE_ONE_OF === 0;
    drops += proxy.cut(() => isWhole || random() < HIT);
    await pause(random() * 2 * CUT_EVERY_MS);
  }
  ended.abort();
  await speaking;
  const seconds = (performance.now() - began) / 1_000;
  await say(1, "everybody");
  await Promise.all(tabs.map((tab) => tab.hears(isName(1))));
  await Promise.all(tabs.map((tab) => tab.stop()));
  await proxy.close();
  const { events, faults } = await tabFaults(harness, tabs);
  const opened = tabs.reduce((sum, tab) => sum + tab.opened, 0);
  console.log(
    `${tabs.length} clients, ${events} events (${(events / seconds).toFixed(0)}/s), ${drops} drops, opened ${opened} times, seed ${seed}: ${faults.length} clients missed, doubled, mixed up or fetched anew`,
  );
  if (faults.length > 0) isMet = false;
}
{
  const { owner, proxy, tabs, say } = await crowdOf(CROWD);
  await harness.evictHub(owner.enterpriseId);
  proxy.cut();
  const began = performance.now();
  await say(2, "everybody");
  await Promise.all(tabs.map((tab) => tab.hears(isName(2))));
  const backMs = performance.now() - began;
  await Promise.all(tabs.map((tab) => tab.stop()));
  await proxy.close();
  const { faults } = await tabFaults(harness, tabs);
  console.log(
    `${tabs.length} clients cut at once: all back, and all told, after ${(backMs / 1_000).toFixed(1)} s (goal ${BACK_MS / 1_000}), ${faults.length} missed something or fetched anew`,
  );
  if (backMs > BACK_MS || faults.length > 0) isMet = false;
}
await harness.stop();
console.log(isMet ? "met" : "MISSED");
process.exit(isMet ? 0 : 1);
