// Billing for operators, in the deployed account or a local folder (--state): list plans, give an enterprise a
// plan or a credit, and take an invoice back by a credit note (docs/decisions/billing.md).
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { noDetails } from "#workers/contract/billing/money.ts";
import { dayOf, monthOf } from "#workers/contract/billing/usage.ts";
import { creditInvoice } from "#workers/domain/billing/issue.ts";
import { minorOf } from "#workers/contract/payments/amount.ts";
import { operatorsEntry, type OperatorsEntry } from "#workers/domain/operators/entry.ts";
import { accountDatabase } from "./lib/account-database.ts";
import { filesWith, openSqlite } from "./lib/sqlite-file.ts";
import { DATABASES } from "./lib/topology.ts";

const USE = `npm run billing -- --plans
npm run billing -- --enterprise ID --plan ID
npm run billing -- --enterprise ID --credit 500 --currency INR --note "Welcome"
npm run billing -- --credit-note INVOICE_ID [--reissue]
Each with --state FOLDER for a local system.`;

const { values } = parseArgs({
  options: {
    state: { type: "string" },
    plans: { type: "boolean", default: false },
    enterprise: { type: "string" },
    plan: { type: "string" },
    credit: { type: "string" },
    currency: { type: "string", default: "INR" },
    note: { type: "string", default: "" },
    "credit-note": { type: "string" },
    reissue: { type: "boolean", default: false },
  },
});
const { state, enterprise, plan, credit, currency, note } = values;
const name = DATABASES.find(({ migrations }) => migrations === "directory")?.name ?? "";
const [file] = state === undefined ? [] : filesWith(state, "enterprises");
const found = state === undefined ? accountDatabase(name) : file && openSqlite(file);
if (!found) throw new Error("There is no directory here.");
const directory = found;
const run = (sql: string, ...bound: (string | number)[]) =>
  directory.batch([directory.prepare(sql).bind(...bound)]);
const now = Date.now();
/** The same with an entry in the enterprise's trail, in one transaction. */
const runTold = (
  entry: Pick<OperatorsEntry, "enterpriseId" | "object" | "after">,
  sql: string,
  ...bound: (string | number)[]
) =>
  directory.batch([
    directory.prepare(sql).bind(...bound),
    operatorsEntry(
      directory,
      "directory_audit",
      { ...entry, action: "update", kind: "subscription", command: "npm run billing" },
      { id: randomUUID(), now },
    ),
  ]);
/** Stops where there is no such row: a statement that changes nothing would look like one that worked. */
async function mustExist(table: "enterprises" | "plans", id: string): Promise<void> {
  const { results } = await directory.prepare(`SELECT 1 FROM ${table} WHERE id = ?1`).bind(id).all();
  if (results.length === 0) throw new Error(`${id} is none of the ${table}.`);
}
if (enterprise !== undefined) await mustExist("enterprises", enterprise);
if (plan !== undefined) await mustExist("plans", plan);

if (values.plans) {
  const { results } = await directory
    .prepare("SELECT id, name, currency, base, is_offered FROM plans ORDER BY currency, position")
    .bind()
    .all();
  console.table(results);
} else if (enterprise !== undefined && plan !== undefined) {
  const { results: others } = await directory
    .prepare(
      "SELECT 1 FROM subscriptions s JOIN plans p ON p.id = s.plan_id JOIN plans n ON n.id = ?2 WHERE s.enterprise_id = ?1 AND p.currency <> n.currency",
    )
    .bind(enterprise, plan)
    .all();
  if (others.length > 0) throw new Error(`${plan} is in another currency than their plan.`);
  // Alerts about its meters were about the plan before.
  await run(
    `DELETE FROM billing_alerts WHERE enterprise_id = ?1 AND month = ?2
      AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE enterprise_id = ?1 AND plan_id = ?3)`,
    enterprise,
    monthOf(now),
    plan,
  );
  await runTold(
    { enterpriseId: enterprise, object: { id: enterprise, name: plan }, after: { plan } },
    `INSERT INTO subscriptions (enterprise_id, plan_id, begun_on, closed, details, revision, updated_by, created_at, updated_at)
     SELECT e.id, p.id, ?3, ?4, ?5, 1, 'operator', ?6, ?6 FROM enterprises e CROSS JOIN plans p WHERE e.id = ?1 AND p.id = ?2
     ON CONFLICT DO UPDATE SET plan_id = excluded.plan_id, next_plan_id = NULL, revision = revision + 1, updated_by = 'operator', updated_at = ?6`,
    enterprise,
    plan,
    dayOf(now),
    monthOf(now) - 1,
    JSON.stringify(noDetails),
    now,
  );
  console.log(`${enterprise} has the plan ${plan}; its limits are told within a minute.`);
} else if (enterprise !== undefined && credit !== undefined) {
  const amount = minorOf(Number(credit), currency);
  if (!amount.ok) throw new Error(`${credit} is no amount of ${currency}.`);
  const id = randomUUID();
  await runTold(
    {
      enterpriseId: enterprise,
      object: { id, name: `${credit} ${currency}` },
      after: { credit: `${credit} ${currency}`, note },
    },
    "INSERT INTO credits (id, enterprise_id, currency, amount, cause, note, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    id,
    enterprise,
    currency,
    amount.minor,
    `given:${id}`,
    note,
    now,
  );
  console.log(`${enterprise} has a credit of ${credit} ${currency}.`);
} else if (values["credit-note"] !== undefined) {
  const number = await creditInvoice(directory, values["credit-note"], {
    ...{ newId: randomUUID, now, isReissued: values.reissue },
  });
  console.log(`${number} takes the invoice back.`);
  if (values.reissue)
    console.log(
      "Another one, with the billing details and the seller as they are now, follows within a minute.",
    );
} else {
  console.error(USE);
  process.exitCode = 1;
}
