// Measures the cost of the slow hash in workerd, in time and memory, and whether the response times of sign-up and
// recovery reveal who has an account. The floor: known and unknown addresses within 10 % of each other.
import { readFileSync, readdirSync } from "node:fs";
import type { Send } from "#db/seed/client.ts";
import { loginBody } from "#db/seed/client.ts";
import { sealedPair, solvedCaptcha } from "#tests/support/mailbox.ts";
import { startServed } from "#tests/support/served.ts";
import { buildStale } from "../../scripts/build.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60);
const FLOOR = 0.1;
const PASSWORD = "seven quiet herons";

const known = Array.from({ length: ROUNDS }, (_, at) => `known-${at}@example.com`);
const unknown = (at: number) => `unknown-${at}@example.com`;

const median = (times: number[]): number => Float64Array.from(times).toSorted()[times.length >> 1] ?? 0;
const ms = (time: number): string => `${time.toFixed(1)} ms`;

await buildStale();
const served = await startServed({
  accounts: known.map((email, at) => ({
    enterprise: `Bank ${at}`,
    database: "TENANT_1",
    name: "Asha",
    email,
    password: PASSWORD,
  })),
});
try {
  const send: Send = (path, init) => fetch(served.url + path, init);
  const timed = async (path: string, body: unknown, expected = 200): Promise<number> => {
    const started = performance.now();
    const response = await send(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (response.status !== expected) throw new Error(`${path}: ${response.status}`);
    return performance.now() - started;
  };
  const recover = async (emailId: string) =>
    timed("/api/account/recover", { emailId, ...(await solvedCaptcha(send, "forgetPassword")) });
  const find = async (emailId: string) =>
    timed("/api/account/sso_find", { emailId, ...(await solvedCaptcha(send, "login")) });
  const signUp = async (emailId: string) => {
    const solved = await solvedCaptcha(send, "signup");
    const pair = await sealedPair(send, solved.captchaId, PASSWORD);
    return timed("/api/account/signup", { enterpriseName: "Bench", name: "B", emailId, ...solved, ...pair });
  };

  let failed = false;
  for (const [name, call] of Object.entries({ recover, signUp, find })) {
    for (let warm = 0; warm < 5; warm++) await call(`warm-${name}-${warm}@example.com`);
    const [there, nobody]: [number[], number[]] = [[], []];
    // Interleaved, so that other load on the machine affects both alike.
    for (const [at, email] of known.entries()) {
      there.push(await call(email));
      nobody.push(await call(unknown(at)));
    }
    const [a, b] = [median(there), median(nobody)];
    const apart = Math.abs(a - b) / Math.max(a, b);
    failed ||= apart > FLOOR;
    console.log(
      `${name}: known ${ms(a)}, unknown ${ms(b)}, apart ${(apart * 100).toFixed(1)} % (floor 10 %)`,
    );
  }

  const wrong = async (email: string) =>
    timed(
      "/api/account/enterprise/login/twoFactorAuth",
      await loginBody(send, { email, password: "x" }),
      400,
    );
  const withHash: number[] = [];
  for (let at = 0; at < 4; at++) withHash.push(await wrong(`hash-${at}@example.com`));
  const before = peakOf(served.pid);
  const four = await Promise.all(Array.from({ length: 4 }, (_, at) => signUp(`parallel-${at}@example.com`)));
  console.log(`scrypt in workerd: a wrong password takes ${ms(median(withHash))} in all`);
  console.log(`four sign-ups at once: ${ms(Math.max(...four))} for the last one`);
  console.log(`workerd's peak of memory: ${before} MB before these four, ${peakOf(served.pid)} MB after`);
  if (failed) process.exitCode = 1;
} finally {
  await served.stop();
}

/** The largest resident size so far of the workerd below this process, in megabytes. */
function peakOf(group: number): number {
  const peaks = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const [, , processGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        if (Number(processGroup) !== group || !/^Name:\s*workerd/m.test(status)) return [];
        return [Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0)];
      } catch {
        return [];
      }
    });
  return Math.round(Math.max(0, ...peaks) / 1024);
}
