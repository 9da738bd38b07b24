import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/topology.ts";

/** Shapes of keys that somebody issues: whoever finds one can use it. */
const KEYS = [
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bxox[abpr]-[0-9A-Za-z-]{20,}/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bgithub_pat_[A-Za-z0-9_]{40,}/,
  /\bsk-(ant-|proj-)?[A-Za-z0-9_-]{32,}/,
  /\bAIza[0-9A-Za-z_-]{35}\b/,
  /"md-[A-Za-z0-9_-]{22}"/,
  /\brzp_live_[A-Za-z0-9]{8,}/,
  /\bsk_live_[0-9A-Za-z]{20,}/,
  /\bEAA[A-Za-z0-9]{60,}/,
  /\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b/,
  /PRIVATE KEY-----(\\n|\s)*[A-Za-z0-9+/]{40,}/,
  /"d": ?"[A-Za-z0-9_-]{40,}"/,
];
/** The example of Telegram's own documents. */
const EXAMPLES = ["4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcE"];

const keysIn = (text: string): string[] =>
  KEYS.flatMap((key) => key.exec(text)?.[0] ?? []).filter((found) => !EXAMPLES.includes(found));

test("a key is known by its shape, also where its lines are apart", () => {
  expect(keysIn(`token: "ghp_${"a1".repeat(18)}"`)).toHaveLength(1);
  expect(keysIn(`-----BEGIN PRIVATE KEY-----\n${"MIIE".repeat(12)}`)).toHaveLength(1);
  expect(keysIn('-----BEGIN PRIVATE KEY-----\\nMIIE"')).toEqual([]);
});

/** A copy without its history, such as an archive of a release, has none to look through. */
test.skipIf(!existsSync(join(ROOT, ".git")))(
  "no commit has ever held a key (S-62)",
  { timeout: 180_000 },
  async () => {
    const log = spawn("git", ["log", "-p", "-U0", "--no-color", "--no-ext-diff", "--no-renames", "HEAD"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const found = new Set<string>();
    let [commit, before, lines] = ["", "", 0];
    for await (const line of createInterface({ input: log.stdout })) {
      if (line.startsWith("commit ")) commit = line;
      if (!line.startsWith("+")) continue;
      lines++;
      // Models and pictures as text are no keys, and would take most of the time.
      const added = line.length > 20_000 ? "" : line.slice(1);
      const text = before.endsWith("KEY-----") ? `${before}\n${added}` : added;
      for (const key of keysIn(text)) found.add(`${commit}: ${key.slice(0, 12)}…`);
      before = added;
    }
    expect(lines).toBeGreaterThan(0);
    expect([...found]).toEqual([]);
  },
);
