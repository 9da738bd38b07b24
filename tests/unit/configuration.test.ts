import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemsOfConfiguration } from "#workers/api/check-configuration.ts";
import { webhookAddress } from "#workers/api/public-url.ts";
import { generateSecrets, keptSecrets } from "../../scripts/lib/secrets.ts";

const good = { ...generateSecrets(), PUBLIC_URL: "https://chat.example.com", FEATURES: "trash,community" };

test("what the scripts generate is a configuration that can be served with (O-13)", () => {
  expect(problemsOfConfiguration(good)).toEqual([]);
  expect(problemsOfConfiguration({ ...good, FEATURES: "" })).toEqual([]);
  for (const CHANNEL_VENDORS of ["", "simulator, 92"]) {
    expect(problemsOfConfiguration({ ...good, CHANNEL_VENDORS })).toEqual([]);
  }
  for (const CALL_LIMIT_FACTOR of ["", "0.5", "1000"]) {
    expect(problemsOfConfiguration({ ...good, CALL_LIMIT_FACTOR })).toEqual([]);
  }
  for (const WEBHOOK_URL of ["", "https://hooks.example.com"]) {
    expect(problemsOfConfiguration({ ...good, WEBHOOK_URL })).toEqual([]);
  }
  expect(problemsOfConfiguration({ ...good, DATA_KEY: `v2:${good.DATA_KEY},v1:${good.DATA_KEY}` })).toEqual(
    [],
  );
});

test("keys that are being changed are a configuration as well", () => {
  const { TOKEN_SECRET, SEAL_KEY } = generateSecrets();
  const changing = {
    TOKEN_SECRET: `v2:${TOKEN_SECRET},v1:${good.TOKEN_SECRET}`,
    SEAL_KEY: `[${SEAL_KEY},${good.SEAL_KEY}]`,
  };
  expect(problemsOfConfiguration({ ...good, ...changing })).toEqual([]);
  expect(problemsOfConfiguration({ ...good, TOKEN_SECRET: `v2:${TOKEN_SECRET},v1:short` })).toEqual([
    "TOKEN_SECRET",
  ]);
});

test.each([
  ["PUBLIC_URL", "chat.example.com"],
  ["PUBLIC_URL", "javascript:alert(1)"],
  ["TOKEN_SECRET", "short"],
  ["TOKEN_SECRET", `v2:${"n".repeat(40)},${"o".repeat(40)}`],
  ["SEAL_KEY", "no key"],
  ["SEAL_KEY", "[]"],
  ["SEAL_KEY", "{}"],
  ["SEAL_KEY", "null"],
  ["SEAL_KEY", "[null]"],
  ["SEAL_KEY", `[${good.SEAL_KEY},{"kty":"RSA","n":"public alone"}]`],
  ["DATA_KEY", "c2hvcnQ="],
  ["FEATURES", "trash,everything"],
  ["WEBHOOK_URL", "http://hooks.example.com"],
  ["DATA_REGIONS", "TENANT_9=eu"],
  ["DATA_REGIONS", "TENANT_1"],
  ["CHANNEL_VENDORS", "simulator,watsapp"],
  ["CHANNEL_VENDORS", "simulator,"],
  ["CALL_LIMIT_FACTOR", "none"],
  ["CALL_LIMIT_FACTOR", "0.0"],
])("a wrong %s is named, and what it says is not", (name, value) => {
  const problems = problemsOfConfiguration({ ...good, [name]: value });
  expect(problems).toEqual([name]);
  expect(problems.join()).not.toContain(value);
});

test("what is missing is named", () => {
  expect(problemsOfConfiguration({}).toSorted()).toEqual([
    "DATA_KEY",
    "FEATURES",
    "PUBLIC_URL",
    "SEAL_KEY",
    "TOKEN_SECRET",
  ]);
});

test("vendors call the console, or an origin of their own where there is one", () => {
  const { PUBLIC_URL } = good;
  const address = (more: object) => webhookAddress({ PUBLIC_URL, ...more } as never, "/api/webhooks/x/1");
  expect(address({})).toBe("https://chat.example.com/api/webhooks/x/1");
  expect(address({ WEBHOOK_URL: "" })).toBe("https://chat.example.com/api/webhooks/x/1");
  expect(address({ WEBHOOK_URL: "https://hooks.example.com" })).toBe(
    "https://hooks.example.com/api/webhooks/x/1",
  );
});

test("secrets of an earlier release stay, and get those that it had none of", () => {
  const file = join(mkdtempSync(join(tmpdir(), "chatbird-secrets-")), "secrets.json");
  const first = keptSecrets(file);
  expect(keptSecrets(file)).toEqual(first);
  const { VAPID_KEY: _, ...earlier } = first;
  writeFileSync(file, JSON.stringify(earlier));
  const second = keptSecrets(file);
  expect(second).toMatchObject(earlier);
  expect(JSON.parse(second.VAPID_KEY)).toMatchObject({ kty: "EC", crv: "P-256" });
  expect(keptSecrets(file)).toEqual(second);
});

test("without a key for push services the configuration is complete all the same", () => {
  expect(problemsOfConfiguration({ ...good, VAPID_KEY: "" })).toEqual([]);
  expect(problemsOfConfiguration({ ...good, VAPID_KEY: "not a key" })).toEqual(["VAPID_KEY"]);
});
