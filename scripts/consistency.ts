// Compares counts, references and rows' times, enterprise by enterprise, in the deployed account or a local folder
// (--state). Prints what differs and exits with 1; --repair mends it. Files: by night (docs/decisions/files.md).
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { checks } from "#workers/domain/consistency/checks.ts";
import { operatorsEntry } from "#workers/domain/operators/entry.ts";
import type { Counted } from "#workers/domain/counted.ts";
import { accountDatabase } from "./lib/account-database.ts";
import { filesWith, openSqlite } from "./lib/sqlite-file.ts";
import { DATABASES } from "./lib/topology.ts";

const { values } = parseArgs({
  options: {
    state: { type: "string" },
    enterprise: { type: "string" },
    repair: { type: "boolean", default: false },
  },
});
const { state, enterprise, repair } = values;
/** Databases, each with the binding under which the directory names it; those of a local state have no names. */
const databasesOf = (migrations: "directory" | "tenant"): { binding?: string; database: Counted }[] =>
  state === undefined
    ? DATABASES.filter((each) => each.migrations === migrations).map(({ name, binding }) => ({
        binding,
        database: accountDatabase(name),
      }))
    : filesWith(state, migrations === "tenant" ? "report_sums" : "enterprises").map((path) => ({
        database: openSqlite(path),
      }));

const [first] = databasesOf("directory");
if (!first) throw new Error("There is no directory here.");
const directory = first.database;
const { results: enterprises } = await directory
  .prepare("SELECT id, database FROM enterprises")
  .all<{ id: string; database: string }>();
const chosen = enterprises.filter(({ id }) => enterprise === undefined || enterprise === id);
const now = Date.now();
const total = { looked: 0, wrong: 0 };
for (const { binding, database: tenant } of databasesOf("tenant")) {
  for (const { id: enterpriseId, database: theirs } of chosen) {
    if (binding !== undefined && binding !== theirs) continue;
    for (const { kind, page } of checks) {
      const sum = { looked: 0, wrong: 0, example: null as string | null };
      for (let after: string | null = ""; after !== null;) {
        const found = await page({ tenant, directory, enterpriseId, now, repair }, after);
        sum.looked += found.looked;
        sum.wrong += found.wrong;
        sum.example ??= found.example;
        after = found.next;
      }
      total.looked += sum.looked;
      total.wrong += sum.wrong;
      if (sum.wrong > 0) {
        console.log(
          `${enterpriseId}  ${kind}: ${sum.wrong} of ${sum.looked}${sum.example ? `, such as ${sum.example}` : ""}`,
        );
        // At once: a later check may fail, and what was mended is mended.
        if (repair)
          await tenant.batch([
            operatorsEntry(
              tenant,
              "audit_trail",
              {
                ...{
                  enterpriseId,
                  action: "mend",
                  kind: "enterprise",
                  object: { id: enterpriseId, name: "" },
                },
                ...{ after: { [kind]: sum.wrong }, command: "npm run consistency" },
              },
              { id: randomUUID(), now, on: "1" },
            ),
          ]);
      }
    }
  }
}
const end =
  total.wrong === 0 ? "nothing differs" : `${total.wrong} differ${repair ? "ed; what can be mended is" : ""}`;
console.log(`${chosen.length} enterprises, ${total.looked} rows looked at, ${end}`);
process.exitCode = total.wrong > 0 && !repair ? 1 : 0;
