import { expect, test, vi } from "vitest";
import { PART_TIMEOUT_MS, readiness } from "#workers/api/readiness.ts";
import { generateSecrets } from "../../scripts/lib/secrets.ts";

const SECRETS = generateSecrets();
type Answer = () => Promise<unknown>;

/** A deployment whose parts answer, and whoever of them was asked. */
function deployment(parts: Record<string, Answer> = {}, settings: object = {}) {
  const asked: string[] = [];
  const part = (name: string) => () => {
    asked.push(name);
    return (parts[name] ?? (async () => ({})))();
  };
  const database = (name: string) => ({ prepare: () => ({ run: part(name) }) });
  const objects = (name: string) => ({ idFromName: () => name, get: () => ({ ping: part(name) }) });
  const env = {
    ...SECRETS,
    PUBLIC_URL: "https://console.example.com",
    FEATURES: "trash",
    DIRECTORY: database("directory"),
    TENANT_1: database("tenant1"),
    TENANT_2: database("tenant2"),
    FILES: { head: part("files") },
    JOBS: { metrics: part("queue") },
    HUB: objects("hub"),
    SWEEPER: objects("sweeper"),
    ...settings,
  };
  return { env: env as unknown as ApiEnv, asked };
}
const ALL = ["directory", "files", "hub", "queue", "sweeper", "tenant1", "tenant2"];

test("a deployment is ready when each of its parts has answered", async () => {
  const { env, asked } = deployment();
  expect(Object.keys(await readiness(env)).toSorted()).toEqual(ALL);
  expect(asked.toSorted()).toEqual(ALL);
});

test("a part that fails is named, whichever it is, and so are two of them", async () => {
  const broken = async () => {
    throw new Error("D1_ERROR: secret words of the platform");
  };
  for (const name of ALL)
    await expect(readiness(deployment({ [name]: broken }).env), name).rejects.toMatchObject({
      code: "unavailable",
      details: { errors: { parts: name } },
    });
  const two = deployment({
    queue: () => {
      throw new TypeError("it has no such method");
    },
    hub: broken,
  });
  await expect(readiness(two.env)).rejects.toMatchObject({ details: { errors: { parts: "queue, hub" } } });
});

test("a part that says nothing is given two seconds", async () => {
  vi.useFakeTimers();
  try {
    const { env } = deployment({ sweeper: () => new Promise(() => {}) });
    let failed: unknown;
    const asking = readiness(env).catch((error: unknown) => (failed = error));
    await vi.advanceTimersByTimeAsync(PART_TIMEOUT_MS - 1);
    expect(failed).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await asking;
    expect(failed).toMatchObject({ code: "unavailable", details: { errors: { parts: "sweeper" } } });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a wrong setting is named before anything is asked, and its value stays unsaid", async () => {
  const { env, asked } = deployment({}, { PUBLIC_URL: "ftp://secret", TOKEN_SECRET: "short-secret" });
  const failed: unknown = await readiness(env).catch((error: unknown) => error);
  expect(failed).toMatchObject({ details: { errors: { configuration: "PUBLIC_URL, TOKEN_SECRET" } } });
  expect(JSON.stringify(failed)).not.toContain("secret");
  expect(asked).toEqual([]);
});
