import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare, V4MiniflareOptions, V4WorkerOptions } from "miniflare";
import type { Bindings } from "./bindings.ts";
import type { BoundStatement } from "#db/seed/accounts.ts";
import type { PastDay, PlayedDay } from "#db/seed/past/past-chat.ts";
import type { PastSending, PlayedSending } from "#db/seed/past/past-sending.ts";
import { DEMO } from "#db/seed/demo.ts";
import type { TenantDatabase } from "#db/client.ts";
import { settings } from "#workers/api/setting.ts";
import { ENCODER, encoderKey } from "#workers/nlu/encoder/current.ts";
import { applyMigrations, type Migration } from "./migrations.ts";
import type { Secrets } from "./secrets.ts";
import { DATABASES, ENCODER_FILE, PAGES, PLAYER, ROOT, WORKERS } from "./topology.ts";

interface Options {
  state: string;
  secrets: Secrets;
  host: string;
  port: number;
  /** Also lets the api Worker listen by itself, to measure it without the Pages function before it. */
  apiPort?: number | undefined;
  /** Also starts the Worker that plays the demo's past, for this process alone. */
  withPlayer?: boolean;
  log: (level: string, message: string) => void;
}

/** A statement for the database of a tenant. */
export interface TenantStatement extends BoundStatement {
  database: TenantDatabase;
}

/** The storage of a local system, open while no Worker of it runs. */
export interface LocalStorage {
  databases: Record<string, D1Database>;
  backups: R2Bucket;
  files: R2Bucket;
  close(): Promise<void>;
}

/** The built system in one workerd: the Pages project and the three Workers, storage on disk. */
export class LocalCloud {
  readonly #options: Options;
  readonly #bindings: Bindings = readJson("dist/bindings.json");
  #miniflare: Miniflare | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Opens what is kept, in a workerd of its own, which listens on no known port. */
  async openStorage(): Promise<LocalStorage> {
    const script = "export default { fetch: () => new Response() }";
    const { d1Databases, r2Buckets, compatibilityDate } = this.#bindings["chatbird-jobs"] ?? {};
    const shape = { name: "storage", modules: true, script, compatibilityDate, d1Databases, r2Buckets };
    const miniflare = await this.#start({ workers: [shape as V4WorkerOptions] });
    const databases: Record<string, D1Database> = {};
    for (const { binding } of DATABASES)
      databases[binding] = (await miniflare.getD1Database(binding)) as unknown as D1Database;
    const backups = (await miniflare.getR2Bucket("BACKUPS")) as unknown as R2Bucket;
    const files = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
    return { databases, backups, files, close: () => miniflare.dispose() };
  }

  /** Brings the databases up to date. */
  async migrate(accounts: BoundStatement[], rows: TenantStatement[] = []): Promise<string[]> {
    const migrations = readJson<Record<"directory" | "tenant", Migration[]>>("dist/migrations.json");
    const { databases, files, close } = await this.openStorage();
    const of = (binding: string): D1Database => {
      const database = databases[binding];
      if (!database) throw new Error(`There is no database ${binding}.`);
      return database;
    };
    try {
      const applied: string[] = [];
      await putEncoder(files);
      for (const { binding, name, migrations: folder } of DATABASES) {
        const done = await applyMigrations(of(binding), migrations[folder]);
        applied.push(...done.map((file) => `${name}/${file}`));
      }
      const directory = of("DIRECTORY");
      if (accounts.length > 0)
        await directory.batch(accounts.map(({ sql, values }) => directory.prepare(sql).bind(...values)));
      for (const { database, sql, values } of rows) {
        await of(database)
          .prepare(sql)
          .bind(...values)
          .run();
      }
      return applied;
    } finally {
      await close();
    }
  }

  async start(): Promise<void> {
    const { host, port } = this.#options;
    const workers = [
      this.#pages(host, port),
      ...WORKERS.map(({ name }) => this.#worker(name)),
      ...(this.#options.withPlayer ? [this.#player()] : []),
    ];
    this.#miniflare = await this.#start({ workers });
  }

  /**
   * Cron triggers never fire by themselves outside Cloudflare. As a request, not through `getWorker()`: that waits for
   * workerd with this thread asleep, and when workerd waits for this thread to read its log, both wait forever.
   */
  async fireCron(time = Date.now()): Promise<void> {
    const response = await this.#miniflare?.dispatchFetch(
      `http://localhost/cdn-cgi/local/scheduled?cron=*+*+*+*+*&time=${time}`,
      { headers: { "MF-Route-Override": "chatbird-jobs" } },
    );
    if (response && !response.ok) throw new Error(`the cron ended as ${await response.text()}`);
  }

  play(past: PastDay): Promise<PlayedDay>;
  play(past: PastSending): Promise<PlayedSending>;
  /** Lets the player play a part of the past. */
  async play(past: PastDay | PastSending): Promise<PlayedDay | PlayedSending> {
    const response = await this.#miniflare?.dispatchFetch("http://localhost/", {
      method: "POST",
      body: JSON.stringify(past),
      headers: { "MF-Route-Override": PLAYER.name },
    });
    if (!response?.ok) throw new Error(`the past could not be played: ${await response?.text()}`);
    return (await response.json()) as PlayedDay | PlayedSending;
  }

  async stop(): Promise<void> {
    await this.#miniflare?.dispose();
  }

  async #start(options: Pick<V4MiniflareOptions, "workers">): Promise<Miniflare> {
    const { Miniflare, convertV4MiniflareOptions, Log, LogLevel } = await import("miniflare");
    const { log, state } = this.#options;
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        ...options,
        host: "127.0.0.1",
        port: 0,
        cf: false,
        log: new Log(LogLevel.ERROR),
        logRequests: false,
        unsafeObservability: false,
        unsafeLocalExplorer: false,
        // Only on Miniflare's own port, which is not published.
        unsafeTriggerHandlers: true,
        telemetry: { enabled: false },
        resourcePersistencePath: state,
        handleStructuredLogs: ({ level, message }) => log(level, message),
      } as V4MiniflareOptions),
    );
    await miniflare.ready;
    return miniflare;
  }

  #worker(name: string): V4WorkerOptions {
    const { secrets, bindings, ...options } = this.#bindings[name] as {
      secrets: (keyof Secrets)[];
      bindings?: Record<string, unknown>;
    };
    const path = join(ROOT, `dist/workers/${name}.mjs`);
    return {
      ...options,
      name,
      modulesRoot: join(ROOT, "dist"),
      modules: modulesOf(path),
      ...(name === "chatbird-api" && this.#options.apiPort !== undefined
        ? { unsafeDirectSockets: [{ host: this.#options.host, port: this.#options.apiPort }] }
        : {}),
      bindings: {
        ...bindings,
        ...Object.fromEntries(secrets.map((key) => [key, this.#options.secrets[key]])),
        ...("PUBLIC_URL" in (bindings ?? {}) && {
          PUBLIC_URL: `http://${this.#options.host}:${this.#options.port}`,
        }),
        ...(name === "chatbird-api" && {
          WIDGET_DEMO: DEMO.email,
          PARTNER_URL: "simulator",
          ...givenSettings(),
        }),
        ...(name === "chatbird-jobs" && givenSettings(JOBS_SETTINGS)),
        // A bench crawls its own machine; no configuration of a deployment has this.
        ...(process.env.CHATBIRD_ALLOW_PRIVATE === "yes" && { ALLOW_PRIVATE_ADDRESSES: "yes" }),
      },
    };
  }

  /** Has the jobs' databases, files and secrets, and nothing by which work of today is begun. */
  #player(): V4WorkerOptions {
    const { d1Databases, r2Buckets, compatibilityDate, compatibilityFlags, bindings } = this.#worker(
      PLAYER.of,
    );
    const path = join(ROOT, `dist/workers/${PLAYER.name}.mjs`);
    return {
      name: PLAYER.name,
      modulesRoot: join(ROOT, "dist"),
      modules: modulesOf(path),
      ...{ d1Databases, r2Buckets, compatibilityDate, compatibilityFlags, bindings },
    } as V4WorkerOptions;
  }

  /** Listens by itself: through Miniflare's own entry Worker every request would cost about twice as much. */
  #pages(host: string, port: number): V4WorkerOptions {
    const {
      secrets: _,
      bindings,
      ...options
    } = this.#bindings[PAGES.name] as {
      secrets: unknown;
      bindings?: Record<string, string>;
    };
    const path = join(ROOT, "dist/pages/index.js");
    const routes = readJson<{ exclude: string[] }>("build/client/_routes.json");
    return {
      ...options,
      name: PAGES.name,
      modulesRoot: join(ROOT, "dist"),
      modules: [{ type: "ESModule", path, contents: readFileSync(path, "utf8") }],
      unsafeDirectSockets: [{ host, port }],
      bindings: { ...bindings, ...givenSettings() },
      assets: {
        directory: join(ROOT, "build/client"),
        binding: "ASSETS",
        // Requests that _routes.json excludes go to the files without asking the function, as on Pages.
        run_worker_first: ["/*", ...routes.exclude.map((pattern) => `!${pattern}`)],
        routerConfig: { has_user_worker: true },
        assetConfig: { html_handling: "none", not_found_handling: "none" },
      },
    };
  }
}

/** Gives the bots what a deploy gives them. */
async function putEncoder(files: R2Bucket): Promise<void> {
  const key = encoderKey(ENCODER);
  if (!(await files.head(key))) await files.put(key, readFileSync(join(ROOT, ENCODER_FILE)));
}

/** A Worker's bundle, with what it may not compile itself. */
const modulesOf = (path: string) => [
  { type: "ESModule" as const, path, contents: readFileSync(path, "utf8") },
  { type: "CompiledWasm" as const, path: KERNEL, contents: readFileSync(KERNEL) },
];
const KERNEL = join(ROOT, "dist/workers/multiply.wasm");

/** Settings that bill and are paid; the other Worker's are those of `settings`. */
const JOBS_SETTINGS = ["BILLING_SELLER", "PAYMENT_KEY_ID", "PAYMENT_SECRET", "PAYMENT_GATEWAY_URL"];

/** Settings of a deployment, which a local system takes from the environment of its command. */
const givenSettings = (names: readonly string[] = settings): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as T;
}
