import { partOf } from "#tests/support/form-part.ts";
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Asked, refuse, type Routes } from "./asked.ts";
import { bucketKey, type Storage } from "./storage.ts";

interface Binding {
  name: string;
  type: string;
  [field: string]: unknown;
}
interface Metadata {
  main_module: string;
  bindings: Binding[];
  keep_bindings?: string[];
  migrations?: { old_tag?: string; new_tag: string; steps: { new_sqlite_classes?: string[] }[] };
}
export interface Script {
  tag: string;
  bindings: Binding[];
  migrationTag: string | undefined;
  classes: Set<string>;
  crons: string[];
  /** The size of each upload, in order. */
  uploads: { bytes: number; compressed: number }[];
  /** A version that is not deployed yet. */
  waiting?: Script;
}

const OFF = { enabled: false, previews_enabled: false };

/** Workers of an account. An upload is refused where it binds what is not there, as Cloudflare refuses it. */
export class Scripts {
  readonly all = new Map<string, Script>();
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  readonly routes: Routes = {
    "GET /workers/services/*": (_, name = "") => {
      const { tag, migrationTag } = this.#script(name);
      const script = { id: name, tag, migration_tag: migrationTag, last_deployed_from: "wrangler" };
      return { id: name, default_environment: { environment: "production", script } };
    },
    "GET /workers/scripts": () =>
      [...this.all].map(([id, { migrationTag }]) => ({ id, migration_tag: migrationTag })),
    "GET /workers/scripts/*/secrets": (_, name = "") =>
      this.#script(name)
        .bindings.filter(({ type }) => type === "secret_text")
        .map(({ name: each, type }) => ({ name: each, type })),
    "GET /workers/scripts/*/deployments": (_, name = "") => ({
      deployments:
        this.#script(name).uploads.length > 0
          ? [{ id: "0", versions: [{ version_id: "0", percentage: 100 }] }]
          : [],
    }),
    "POST /workers/scripts/*/deployments": (_, name = "") => {
      const script = this.#script(name);
      Object.assign(script, script.waiting);
      return { id: randomUUID() };
    },
    "GET /workers/scripts/*/settings": (_, name = "") => {
      const { bindings, migrationTag } = this.#script(name);
      return { bindings, migration_tag: migrationTag };
    },
    "GET /workers/workers/*": (_, name = "") => ({ id: this.#script(name).tag, name, subdomain: OFF }),
    "PATCH /workers/scripts/*/script-settings": ({ json }) => json(),
    "GET /workers/scripts/*/subdomain": () => OFF,
    "POST /workers/scripts/*/subdomain": ({ json }) => json(),
    // At once where there are classes to make, else a version that is deployed by a call of its own.
    "PUT /workers/scripts/*": async (asked, name = "") => {
      const script = await this.#uploaded(asked, name);
      this.all.set(name, script);
      return { id: name, tag: script.tag, deployment_id: randomUUID(), startup_time_ms: 1 };
    },
    "POST /workers/scripts/*/versions": async (asked, name = "") => {
      this.#script(name).waiting = await this.#uploaded(asked, name);
      return { id: randomUUID(), startup_time_ms: 1, resources: { script: { etag: randomUUID() } } };
    },
    "PUT /workers/scripts/*/schedules": ({ body }, name = "") => {
      const schedules = JSON.parse(body.toString()) as { cron: string }[];
      this.#script(name).crons = schedules.map(({ cron }) => cron);
      return { schedules };
    },
  };

  #script(name: string): Script {
    return this.all.get(name) ?? refuse(404, 10_007, "This Worker does not exist on your account.");
  }

  async #uploaded({ form }: Asked, name: string): Promise<Script> {
    const parts = await form();
    const {
      main_module: main,
      bindings,
      keep_bindings: kept = [],
      migrations,
    } = JSON.parse(partOf(parts, "metadata")) as Metadata;
    const module = parts.get(main);
    if (!(module instanceof File)) return refuse(400, 10_021, "There is no main module.");
    const before = this.all.get(name);
    if (migrations && migrations.old_tag !== before?.migrationTag)
      refuse(412, 10_079, "The tag of the migrations is another.");
    const made = (migrations?.steps ?? []).flatMap(({ new_sqlite_classes: classes = [] }) => classes);
    const classes = new Set([...(before?.classes ?? []), ...made]);
    const given = bindings.map((binding) =>
      binding.type === "inherit" ? inherited(binding, before) : binding,
    );
    for (const binding of given) this.#refuseUnknown(binding, name, classes);
    const left = (before?.bindings ?? []).filter(
      ({ type, name: each }) => kept.includes(type) && !given.some((binding) => binding.name === each),
    );
    return {
      tag: before?.tag ?? randomUUID(),
      uploads: [...(before?.uploads ?? []), await sizeOf(parts)],
      crons: before?.crons ?? [],
      migrationTag: migrations?.new_tag ?? before?.migrationTag,
      classes,
      bindings: [...given, ...left],
    };
  }

  #refuseUnknown(binding: Binding, script: string, classes: ReadonlySet<string>): void {
    const of = (field: string) => String(binding[field]);
    const { databases, buckets, queues } = this.#storage;
    const there: Record<string, () => boolean> = {
      d1: () => [...databases.values()].some(({ uuid }) => uuid === binding.id),
      r2_bucket: () => buckets.has(bucketKey(of("bucket_name"), binding.jurisdiction as string | undefined)),
      queue: () => queues.has(of("queue_name")),
      service: () => this.all.has(of("service")),
      durable_object_namespace: () => {
        const owner = binding.script_name;
        const known =
          owner === undefined || owner === script ? classes : this.all.get(of("script_name"))?.classes;
        return known?.has(of("class_name")) ?? false;
      },
    };
    if (there[binding.type]?.() === false)
      refuse(400, 10_041, `${script} binds what is not there: ${JSON.stringify(binding)}`);
  }
}

/** Bytes of all modules, as they are and as Cloudflare counts them; source maps don't count. */
async function sizeOf(parts: FormData): Promise<{ bytes: number; compressed: number }> {
  const modules = [...parts.values()].filter((part) => part instanceof File && !part.name.endsWith(".map"));
  const whole = Buffer.from(await new Blob(modules).arrayBuffer());
  return { bytes: whole.length, compressed: gzipSync(whole).length };
}

/** The Worker's binding of that name before, such as a secret that an upload leaves alone. */
const inherited = ({ name }: Binding, before: Script | undefined): Binding =>
  before?.bindings.find((each) => each.name === name) ??
  refuse(400, 10_056, `inherit binding '${name}' is invalid`);
