import { spawnSync } from "node:child_process";
import type { Counted } from "#workers/domain/counted.ts";
import { toolEnv } from "./run.ts";
import { ROOT } from "./topology.ts";

type Value = string | number;
const quoted = (value: Value): string =>
  typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;

/** Text of a statement with its values inlined, as wrangler cannot pass them separately. */
export const inText = (sql: string, values: readonly Value[]): string =>
  sql.replace(/\?(\d+)/g, (_, number: string) => quoted(values[Number(number) - 1] ?? ""));

type Execute = (sql: string) => { results: unknown[] }[];

class Bound {
  readonly text: string;
  readonly bind: (...values: Value[]) => Bound;
  readonly execute: Execute;

  constructor(execute: Execute, sql: string, values: readonly Value[] = []) {
    this.text = inText(sql, values);
    this.execute = execute;
    this.bind = (...given) => new Bound(execute, sql, given);
  }

  async all<Row>(): Promise<{ results: Row[] }> {
    return { results: (this.execute(this.text)[0]?.results ?? []) as Row[] };
  }
}

/** A database of the Cloudflare account that wrangler is signed in to, by its name. */
export function accountDatabase(name: string): Counted {
  const execute: Execute = (sql) => {
    const options = ["-c", "dist/deploy/api/wrangler.toml", "--remote", "--json", "--command", sql];
    const { status, stdout, stderr } = spawnSync("wrangler", ["d1", "execute", name, ...options], {
      cwd: ROOT,
      env: toolEnv(),
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stdout + stderr);
    return JSON.parse(stdout.slice(stdout.indexOf("["))) as { results: unknown[] }[];
  };
  return {
    prepare: (sql) => new Bound(execute, sql),
    // D1 carries out the statements of one call in one transaction.
    batch: async (statements) => execute(statements.map((one) => (one as Bound).text).join(";\n")),
  };
}
