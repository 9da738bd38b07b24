// S-14: limits on password guessing, and what response times reveal. Through Pages, with every captcha answered
// (its question can be read by a machine): guessing must be stopped by the count, not by the picture.
import { loginBody, type Send } from "#db/seed/client.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import { hashPassword } from "#workers/domain/identity/password.ts";
import { startServed } from "#tests/support/served.ts";
import { buildStale } from "../../scripts/build.ts";

const TRIES = 1_000;
const ADDRESSES = 50;
const AT_ONCE = 16;
const SAMPLES = 60;
const PASSWORD = "a long enough password";
const LOGIN = `/api${accountApi.login.path}`;

const email = (at: number): string => `guessed-${at}@chatbird.example`;
const addressOf = (at: number): string => `203.0.113.${(at % ADDRESSES) + 1}`;

await buildStale();
const passwordHash = await hashPassword(PASSWORD);
const served = await startServed({
  accounts: Array.from({ length: SAMPLES + 10 }, (_, at) => ({
    enterprise: `Guessed ${at}`,
    database: "TENANT_2",
    name: "Kiran",
    email: email(at),
    password: PASSWORD,
    passwordHash,
  })),
});
const send: Send = (path, init) => fetch(served.url + path, init);

/** Makes one attempt from an address; returns the outcome and the time of the answer itself. */
async function attempt(who: string, password: string, address: string) {
  const body = JSON.stringify(await loginBody(send, { email: who, password }));
  const started = performance.now();
  const response = await send(LOGIN, {
    method: "POST",
    headers: { "content-type": "application/json", "cf-connecting-ip": address },
    body,
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - started };
}

/** Makes that many attempts, some at once; returns how many learned whether the password was right, and the seconds. */
async function letThrough(count: number, one: (at: number) => ReturnType<typeof attempt>) {
  const started = performance.now();
  const statuses = new Map<number, number>();
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) {
        const { status } = await one(next++);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  const refused = statuses.get(429) ?? 0;
  return { told: count - refused, refused, seconds: (performance.now() - started) / 1_000 };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const failures: string[] = [];
const floor = (name: string, holds: boolean): string => {
  if (!holds) failures.push(name);
  return holds ? "" : "  <- below the floor";
};
const say = (name: string, text: string): void => console.log(`${name.padEnd(58)}${text}`);

try {
  // Timing is measured first, while nothing is slowed down: each account and each address fails once.
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let at = 0; at < SAMPLES; at++) {
    const [k, u] = [`198.51.100.${at + 1}`, `192.0.2.${at + 1}`];
    const known = async () => times.known.push((await attempt(email(at), "wrong", k)).ms);
    const unknown = async () => times.unknown.push((await attempt(`nobody-${at}@x.example`, "wrong", u)).ms);
    // Alternates the order, so that neither benefits from a warmer machine.
    for (const one of at % 2 ? [known, unknown] : [unknown, known]) await one();
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const difference = Math.abs(known - unknown) / Math.max(known, unknown);
  say(
    "a wrong password takes, known / unknown account (median)",
    `${known.toFixed(0)} / ${unknown.toFixed(0)} ms, difference ${(difference * 100).toFixed(1)} %` +
      floor("timing <= 10 %", difference <= 0.1),
  );

  const victim = email(SAMPLES);
  const home = "198.51.100.200";
  const before = await attempt(victim, PASSWORD, home);
  let inBetween: { status: number } | undefined;
  let fromElsewhere: { status: number } | undefined;
  const one = await letThrough(TRIES, async (at) => {
    if (at === TRIES / 2) {
      inBetween = await attempt(victim, PASSWORD, home);
      fromElsewhere = await attempt(victim, PASSWORD, "198.51.100.201");
    }
    return attempt(victim, `wrong ${at}`, addressOf(at));
  });
  const windows = Math.ceil(one.seconds / 300);
  say(
    `${TRIES} wrong passwords on one account from ${ADDRESSES} addresses`,
    `${one.told} let through in ${one.seconds.toFixed(0)} s, ${one.refused} refused` +
      floor("20 per 5 min an account", one.told <= 20 * windows),
  );
  say(
    "  the right one in between, from where its owner has been",
    `${before.status} before, ${inBetween?.status} meanwhile` +
      floor("no lock by an outsider", before.status === 200 && inBetween?.status === 200),
  );
  say("  the right one in between, from a new address", `${fromElsewhere?.status}`);

  const sprayed = await letThrough(TRIES, (at) => attempt(email(at), "Password1!", "198.51.100.222"));
  const spans = Math.ceil(sprayed.seconds / 20);
  say(
    `one password on ${TRIES} accounts from one address`,
    `${sprayed.told} let through in ${sprayed.seconds.toFixed(0)} s, ${sprayed.refused} refused` +
      floor("5 per 20 s an address", sprayed.told <= 5 * spans),
  );
  const wide = await letThrough(TRIES, (at) => attempt(email(at), "Password2!", addressOf(at)));
  say(
    `one password on ${TRIES} accounts from ${ADDRESSES} addresses`,
    `${wide.told} let through in ${wide.seconds.toFixed(0)} s, ${wide.refused} refused` +
      floor("5 per 20 s an address", wide.told <= 5 * ADDRESSES * Math.ceil(wide.seconds / 20)),
  );
} finally {
  await served.stop();
}
if (failures.length > 0) {
  console.error(`below the floor: ${failures.join(", ")}`);
  process.exit(1);
}
