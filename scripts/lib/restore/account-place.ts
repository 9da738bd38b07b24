import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toolEnv } from "../run.ts";
import { ROOT } from "../topology.ts";

/** The parts of the account that a restore reads and writes. */
interface AccountPlace {
  /** The database of that name; undefined where none was asked for. */
  database: D1Database | undefined;
  /** The bucket of that name, in the same way. */
  files: R2Bucket | undefined;
  backups: R2Bucket;
  close(): Promise<void>;
}

/** Opens the bucket of exports and a database of the account that wrangler is signed in to, by its remote bindings. */
export async function openAccount({
  database,
  bucket,
}: {
  database?: string | undefined;
  bucket?: string | undefined;
}): Promise<AccountPlace> {
  const folder = mkdtempSync(join(tmpdir(), "chatbird-restore-"));
  const config = join(folder, "wrangler.json");
  const target = { binding: "TARGET", database_name: database, remote: true };
  writeFileSync(
    config,
    JSON.stringify({
      name: "chatbird-restore",
      compatibility_date: "2026-11-01",
      r2_buckets: [
        { binding: "BACKUPS", bucket_name: "chatbird-backups", remote: true },
        ...(bucket === undefined ? [] : [{ binding: "FILES", bucket_name: bucket, remote: true }]),
      ],
      d1_databases: database === undefined ? [] : [{ ...target, database_id: idOf(database) }],
    }),
  );
  const { getPlatformProxy } = await import("wrangler");
  const proxy = await getPlatformProxy<{ TARGET?: D1Database; FILES?: R2Bucket; BACKUPS: R2Bucket }>({
    configPath: config,
    persist: false,
  });
  return {
    database: proxy.env.TARGET,
    files: proxy.env.FILES,
    backups: proxy.env.BACKUPS,
    async close() {
      await proxy.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(database: string): string {
  const args = ["d1", "info", database, "--json"];
  const { status, stdout, stderr } = spawnSync("wrangler", args, {
    cwd: ROOT,
    env: toolEnv(),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return (JSON.parse(stdout.slice(stdout.indexOf("{"))) as { uuid: string }).uuid;
}
