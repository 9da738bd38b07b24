import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  createTestHarness,
  experimental_readRawConfig,
  type TestHarness,
  type Unstable_RawConfig,
} from "wrangler";
import { ENCODER, encoderKey } from "#workers/nlu/encoder/current.ts";
import { guardChildren } from "../../scripts/lib/process.ts";
import { generateSecrets, type Secrets } from "../../scripts/lib/secrets.ts";
import { DATABASES, ENCODER_FILE, ROOT } from "../../scripts/lib/topology.ts";
import { remoteDatabase } from "./inside/remote.ts";
import { interceptOutbound } from "./outbound.ts";

const INSIDE = "chatbird-test-inside";
/** By default the cron fires by day, so that no test does the night's work because it ran at night. */
const NOON = new Date("2026-01-15T12:00:00Z");

/** Optional settings of a deployment. */
export const SETTINGS = {
  PAYMENT_KEY_ID: "rzp_test_platform",
  PAYMENT_SECRET: "the gateway's secret",
  PAYMENT_WEBHOOK_SECRET: "the gateway's webhook secret",
  DESIGNER_URL: "https://designer.company.com/app/",
  COMMUNITY_URL: "https://community.company.com/help?lang=en",
  ANALYTICS_URL: "https://analytics.company.com/views?tenant=7",
  ANALYTICS_DEPARTMENT_ID: "sales & care",
  PARTNER_URL: "simulator",
  STUN_URLS: "stun:stun.company.com:3478",
  TURN_URLS: "turn:turn.company.com:3478 turns:turn.company.com:5349?transport=tcp",
  TURN_SECRET: "the relay's secret",
};

export interface Harness {
  /** Address of the api Worker; changes with `reset()`. */
  readonly url: string;
  /** The api Worker's real bindings (D1, R2, queue, Durable Objects), usable from Node; the databases by way of a Worker. */
  readonly env: ApiEnv;
  readonly secrets: Secrets;
  /** Straight to the api Worker, as the Pages function would: the browser's address is kept. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A socket to the api Worker, for an address such as /api/actions?token=… */
  socket(path: string): WebSocket;
  /** Fires the cron of the jobs Worker, as if it were that time. */
  scheduled(scheduledTime?: Date): Promise<void>;
  /** Log entries of the Workers since the last call. */
  logs(): { level: string; message: string }[];
  /** Puts an enterprise's hub to sleep as the platform would: memory gone, sockets and storage kept. */
  evictHub(enterpriseId: string): Promise<void>;
  /** Takes an enterprise's hub its storage, and its memory with it; sockets are kept. */
  loseHub(enterpriseId: string): Promise<void>;
  /** Wipes and migrates all storage. It takes over a second, so prefer an enterprise of its own for each test. */
  reset(): Promise<void>;
  /** Calls the tests' own Worker among those under test (tests/support/inside). */
  inside(path: string, init: RequestInit): Promise<Response>;
  /** Returns the underlying harness, for rare needs: evictDurableObject, getDurableObjectStorage… */
  readonly raw: TestHarness;
  stop(): Promise<void>;
}

// Not a module variable: each test file may get its own copy of this module, but there is one process.
const shared = globalThis as typeof globalThis & { chatbirdHarness?: Promise<Harness> };

/** The three Workers from their sources in one workerd. The first caller starts it, every later one shares it. */
export function startHarness(): Promise<Harness> {
  return (shared.chatbirdHarness ??= start());
}

/** Workers of the caller's own, whose api Worker says how often it calls its bindings; ended by the caller. */
export const startMetered = (): Promise<Harness> => start("tests/support/metered/worker.ts");

/** The harness that was started, if any was. */
export const runningHarness = (): Promise<Harness> | undefined => shared.chatbirdHarness;

/**
 * An answer whose body may be read as late as its test likes. The harness wraps what undici answers, and undici cancels
 * the body of an answer that has been collected as garbage, unless somebody reads it.
 */
const keptOpen = (response: Response): Response =>
  response.body === null
    ? response
    : new Response(response.body.pipeThrough(new TransformStream()), {
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers],
      });

async function start(apiMain?: string): Promise<Harness> {
  interceptOutbound();
  const generated = generateSecrets();
  // As in the middle of a key rotation: values sealed with the older key must open, and are sealed anew.
  const newer = randomBytes(32).toString("base64");
  const secrets = { ...generated, DATA_KEY: `v2:${newer},v1:${generated.DATA_KEY}` };
  const worker = (name: string, ...names: (keyof Secrets)[]) => ({
    configPath: `workers/${name}/wrangler.toml`,
    secrets: {
      ...Object.fromEntries(names.map((key) => [key, secrets[key]])),
      ...(name === "api" && SETTINGS),
    },
    // The tests call as the edge would.
    ...(name === "api" && { vars: { ADDRESS_HEADER: "cf-connecting-ip" } }),
  });
  const api = worker("api", "TOKEN_SECRET", "SEAL_KEY", "DATA_KEY", "VAPID_KEY");
  const raw = createTestHarness({
    root: ROOT,
    workers: [
      apiMain === undefined ? api : { config: withMain(api, apiMain) },
      worker("realtime"),
      worker("jobs", "DATA_KEY", "VAPID_KEY"),
      { config: inside(api) },
    ],
  });
  let url = "";
  let env: ApiEnv | undefined;
  const within = (path: string, init: RequestInit) =>
    raw.getWorker(INSIDE).fetch(`http://inside${path}`, init as never) as unknown as Promise<Response>;
  const begin = async () => {
    url = (await raw.listen()).url.origin;
    const listening = raw.getWorker("chatbird-api");
    for (const { binding } of DATABASES) await listening.applyD1Migrations(binding);
    const bound = (await listening.getEnv()) as ApiEnv;
    await bound.FILES.put(encoderKey(ENCODER), readFileSync(join(ROOT, ENCODER_FILE)));
    env = {
      ...bound,
      ...Object.fromEntries(DATABASES.map(({ binding }) => [binding, remoteDatabase(binding, within)])),
    };
  };
  await begin();
  guardChildren();

  const apiWorker = () => raw.getWorker("chatbird-api");
  return {
    raw,
    secrets,
    inside: within,
    get url() {
      return url;
    },
    get env() {
      if (env === undefined) throw new Error("The harness has been stopped.");
      return env;
    },
    // Two libraries' types of the same standard: the harness answers undici's Response.
    fetch: async (path, init) =>
      keptOpen(
        (await apiWorker().fetch(new URL(path, url).href, {
          redirect: "manual",
          ...init,
        } as never)) as unknown as Response,
      ),
    socket: (path) => new WebSocket(new URL(path, url.replace("http", "ws")).href),
    scheduled: async (scheduledTime = NOON) => {
      await raw.getWorker("chatbird-jobs").scheduled({ cron: "* * * * *", scheduledTime });
    },
    evictHub: (enterpriseId) =>
      raw.getWorker("chatbird-realtime").evictDurableObject("HUB", { name: enterpriseId }),
    loseHub: async (enterpriseId) => {
      const realtime = raw.getWorker("chatbird-realtime");
      const sql = await realtime.getDurableObjectStorage("HUB", { name: enterpriseId });
      for (const table of ["kept", "numbers"]) await sql.exec(`DELETE FROM ${table}`);
      await realtime.evictDurableObject("HUB", { name: enterpriseId });
    },
    logs: () => {
      const logs = raw.getLogs().map(({ level, message }) => ({ level, message }));
      raw.clearLogs();
      return logs;
    },
    reset: async () => {
      await raw.reset();
      await begin();
    },
    stop: async () => {
      delete shared.chatbirdHarness;
      env = undefined;
      await raw.close();
    },
  };
}

/** A Worker that has the databases and the hubs of another one: it makes the calls that tests ask for. */
function inside(of: { configPath: string; secrets: object }) {
  const { compatibility_date, d1_databases, durable_objects } = withMain(
    of,
    "tests/support/inside/worker.ts",
  );
  return {
    name: INSIDE,
    main: join(ROOT, "tests/support/inside/worker.ts"),
    compatibility_date,
    compatibility_flags: ["nodejs_compat"],
    d1_databases,
    durable_objects,
  };
}

/** A Worker's configuration, with another module as its entry. */
function withMain({ configPath, secrets }: { configPath: string; secrets: object }, main: string) {
  const { rawConfig }: { rawConfig: Unstable_RawConfig } = experimental_readRawConfig({
    config: join(ROOT, configPath),
  });
  return {
    ...rawConfig,
    main: join(ROOT, main),
    vars: { ...rawConfig.vars, ...secrets },
    secrets: undefined,
    d1_databases: (rawConfig.d1_databases ?? []).map((database) => ({
      ...database,
      migrations_dir: join(ROOT, dirname(configPath), database.migrations_dir ?? ""),
    })),
  };
}
