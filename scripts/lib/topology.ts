import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");

/** Deploy order: everything a Worker binds must exist before it does. Local runs start them all in one process. */
export const WORKERS = [
  { name: "chatbird-realtime", dir: "workers/realtime", envInterface: "RealtimeEnv" },
  { name: "chatbird-jobs", dir: "workers/jobs", envInterface: "JobsEnv" },
  { name: "chatbird-api", dir: "workers/api", envInterface: "ApiEnv" },
] as const;

/** Workers that an earlier one binds although they bind it: an empty one goes before. */
export const PLACEHOLDERS = [{ name: "chatbird-api", entrypoint: "SocketActions" }] as const;

/** Plays the demo's past in a local system, on the bindings of the jobs. Not of WORKERS: no deployment has it. */
export const PLAYER = {
  name: "chatbird-player",
  entry: "db/seed/past/player/worker.ts",
  of: "chatbird-jobs",
} as const;

export const PAGES = { name: "chatbird", dir: ".", envInterface: "PagesEnv" } as const;

/** Databases, each with the folder of migrations it follows. The binding names are the same in every Worker. */
export const DATABASES = [
  { binding: "DIRECTORY", name: "chatbird-directory", migrations: "directory" },
  { binding: "TENANT_1", name: "chatbird-tenant-1", migrations: "tenant" },
  { binding: "TENANT_2", name: "chatbird-tenant-2", migrations: "tenant" },
] as const;

/** Too large for a Worker's own code: it goes into the bucket of files. */
export const ENCODER_FILE = "workers/nlu/encoder/encoder.bin";

/** Buckets. The binding names are the same in every Worker. */
export const BUCKETS = [
  { binding: "BACKUPS", name: "chatbird-backups" },
  { binding: "FILES", name: "chatbird-files" },
] as const;
export const QUEUES = ["chatbird-jobs", "chatbird-jobs-dead", "chatbird-push"] as const;
