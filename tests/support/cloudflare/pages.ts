import { partOf } from "#tests/support/form-part.ts";
import { randomUUID } from "node:crypto";
import { refuse, type Routes } from "./asked.ts";

interface Deployment {
  /** Files by their paths, each with its hash. */
  manifest: Record<string, string>;
  hasWorker: boolean;
  /** The function as it was uploaded, with its settings. */
  worker: string;
  url: string;
}

/** Pages projects of an account, and the files that were uploaded for them, by hash. */
export class Pages {
  readonly projects = new Map<string, Deployment[]>();
  readonly files = new Set<string>();

  readonly routes: Routes = {
    "GET /pages/projects": () => [...this.projects.keys()].map((name) => this.#shown(name)),
    "POST /pages/projects": ({ json }) => {
      const name = String(json().name);
      if (this.projects.has(name))
        refuse(409, 8_000_002, "A project with this name already exists. Choose a different project name.");
      this.projects.set(name, []);
      return this.#shown(name);
    },
    "GET /pages/projects/*": (_, name = "") => this.#shown(name),
    "GET /pages/projects/*/upload-token": () => ({ jwt: untilTomorrow() }),
    "POST /pages/projects/*/deployments": async ({ form }, name = "") => {
      const deployments = this.projects.get(name) ?? refuse(404, 8_000_007, "Project not found.");
      const parts = await form();
      const manifest = JSON.parse(partOf(parts, "manifest")) as Record<string, string>;
      const missing = Object.values(manifest).filter((hash) => !this.files.has(hash));
      if (missing.length > 0) refuse(400, 8_000_096, `${missing.length} files were never uploaded`);
      const id = randomUUID();
      const url = `https://${id.slice(0, 8)}.${name}.pages.dev`;
      const hasWorker = parts.has("_worker.bundle") || parts.has("_worker.js");
      const bundle = parts.get("_worker.bundle") as File | string | null;
      const worker = typeof bundle === "string" ? bundle : ((await bundle?.text()) ?? "");
      deployments.push({ manifest, hasWorker, worker, url });
      return { id, url, latest_stage: { name: "deploy", status: "success" } };
    },
    "GET /pages/projects/*/deployments": (_, name = "") =>
      (this.projects.get(name) ?? refuse(404, 8_000_007, "Project not found."))
        .toReversed()
        .map(({ url }) => ({
          id: url,
          url,
          project_name: name,
          environment: "production",
          deployment_trigger: { metadata: { branch: "main", commit_hash: "0000000" } },
          latest_stage: { name: "deploy", status: "success" },
        })),
    "GET /pages/projects/*/deployments/*": (_, name = "", id = "") => ({
      id,
      url: `https://${id.slice(0, 8)}.${name}.pages.dev`,
      latest_stage: { name: "deploy", status: "success" },
    }),
    "POST /pages/assets/check-missing": ({ json }) =>
      (json().hashes as string[]).filter((hash) => !this.files.has(hash)),
    "POST /pages/assets/upload": ({ body }) => {
      for (const { key } of JSON.parse(body.toString()) as { key: string }[]) this.files.add(key);
      return null;
    },
    "POST /pages/assets/upsert-hashes": () => null,
  };

  #shown(name: string): unknown {
    if (!this.projects.has(name)) refuse(404, 8_000_007, "Project not found.");
    return {
      id: name,
      name,
      subdomain: `${name}.pages.dev`,
      domains: [],
      production_branch: "main",
      deployment_configs: {},
    };
  }
}

/** A token that says when it ends, as wrangler reads it; nobody checks its signature here. */
function untilTomorrow(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [part({ alg: "none" }), part({ exp: Math.floor(Date.now() / 1000) + 86_400 }), "none"].join(".");
}
