import { automationVersions, automations } from "#db/tenant/automations.ts";
import { automationCasesTexts as casesTexts } from "#texts/automation-cases.ts";
import { automationsTexts as texts } from "#texts/automations.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { VersionChecks } from "#workers/contract/automation/test-case.ts";
import type { AutomationVersion } from "#workers/contract/endpoints/automations.ts";
import { audited } from "../audit.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { thisAutomation } from "./automation.ts";
import type { Place } from "../runs/contact-fields.ts";
import { type CaseRow, casesOf, resultsOf, trialFor } from "./cases.ts";
import { maxDaysOf } from "../flow/check-age.ts";
import { missingReferences } from "./missing-references.ts";
import { guardDraft, type Known, known, problemsOf } from "./draft.ts";

/**
 * Makes the draft the next version. Throws invalid with the first error, and how many more there are; the same for its test
 * cases, unless there is a reason to publish anyway.
 */
export async function publish(
  ctx: Ctx,
  place: Place,
  kind: AutomationKind,
  id: string,
  { revision, note, anyway }: { revision: number; note: string; anyway: string },
): Promise<AutomationVersion> {
  const [all, cases] = await Promise.all([known(ctx, kind, id), casesOf(ctx, id)]);
  const { row, draft } = all;
  refuseStale(draft, revision);
  const problems = [
    ...problemsOf(draft.graph, all),
    ...(await missingReferences(ctx, draft.graph, { publishing: true })),
  ];
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const message = first
    ? texts.wrong(first.sentence, errors.length - 1)
    : row.changed
      ? undefined
      : texts.nothingChanged;
  if (message !== undefined) throw new DomainError("invalid", { message, errors: { graph: message } });
  const checks = await checked(ctx, place, all, cases, anyway);
  const { db, enterpriseId, actor, now, newId } = ctx;
  const number = (row.version ?? 0) + 1;
  const version = { number, note, checks, publishedBy: actor.name, publishedAt: now() };
  ctx.after.live = true;
  await unlessStale(
    db.batch([
      guardDraft(ctx, draft),
      db.insert(automationVersions).values({
        id: newId(),
        enterpriseId,
        automationId: id,
        graph: draft.graph,
        maxDays: maxDaysOf(draft.graph),
        checksum: await checksumOf(draft.graph),
        ...version,
      }),
      db
        .update(automations)
        .set({ version: number, changed: false, ...nextRevision(ctx, row) })
        .where(thisAutomation(ctx, kind, id)),
      audited(ctx, {
        action: "publish",
        kind,
        object: row,
        after: { version: number, note, ...inTrail(checks) },
      }),
    ]),
    async () => (await known(ctx, kind, id)).draft,
  );
  return { ...version, publishedAt: iso(version.publishedAt) };
}

/** So many failed cases are kept with a version. */
const MOST_FAILED = 10;

/** How the test cases go with the draft; throws invalid where one fails and nobody has said why that is no matter. */
async function checked(
  ctx: Ctx,
  place: Place,
  { draft: { graph }, fields }: Known,
  cases: readonly CaseRow[],
  anyway: string,
): Promise<VersionChecks | null> {
  if (cases.length === 0) return null;
  const results = resultsOf(await trialFor(ctx, place, graph, fields), graph, cases);
  const failed = results.filter(({ passed }) => !passed).map(({ name, sentence }) => ({ name, sentence }));
  const [first] = failed;
  if (first && anyway === "") {
    const sentence = casesTexts.ofCase(first.name, first.sentence);
    const message = casesTexts.failedAtPublish(failed.length, cases.length, sentence);
    throw new DomainError("invalid", { message, errors: { anyway: message } });
  }
  return {
    cases: cases.length,
    failures: failed.length,
    failed: failed.slice(0, MOST_FAILED),
    reason: first ? anyway : "",
  };
}

/** Their entry in the trail: that some failed, and why it was published all the same. */
const inTrail = (checks: VersionChecks | null) =>
  checks && checks.failed.length > 0
    ? { failedTestCases: checks.failed.map(({ name }) => name), reason: checks.reason }
    : {};

async function checksumOf(graph: Graph): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(graph));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
