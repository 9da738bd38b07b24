import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { automationDrafts, automations } from "#db/tenant/automations.ts";
import { forms } from "#db/tenant/forms.ts";
import { automationFilesTexts as texts } from "#texts/automation-files.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { LOG_DAYS } from "#workers/contract/automation/log-levels.ts";
import {
  type CheckedFile,
  type Existing,
  type ImportChoices,
  type importJourneys,
  type ImportPart,
  MOST_FILE_NOTES,
} from "#workers/contract/endpoints/automation-files.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { FormContent } from "#workers/contract/forms/form.ts";
import { auditedAll } from "../audit.ts";
import { refuseUnfit } from "../automations/automation.ts";
import { type Beside, nothingBeside } from "../beside.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { refuseLarge } from "../forms/form.ts";
import { guard } from "../guard.ts";
import { refuseStale, unlessStale } from "../revision.ts";
import { readAutomationFile } from "./automation-file.ts";
import { chunksOf } from "../import-export/chunks.ts";
import { casesWritten } from "./import-cases.ts";
import { type HereRow, readHere } from "./import-here.ts";
import { planImport, type Planned } from "./import-plan.ts";

/** Rights that somebody has besides making new ones. */
export interface Rights {
  replace: boolean;
  createForms: boolean;
  replaceForms: boolean;
}

const shown = (notes: readonly string[]): string[] =>
  notes.length > MOST_FILE_NOTES
    ? [...notes.slice(0, MOST_FILE_NOTES - 1), texts.cut(notes.length - MOST_FILE_NOTES + 1)]
    : [...notes];

const existingOf = ({ id, name, revision }: HereRow<unknown>): Existing => ({ id, name, revision });
const partOnWire = ({ id, state, existing, freeName }: Planned<unknown>, name: string): ImportPart => ({
  id,
  name,
  state,
  existing: existing && existingOf(existing),
  freeName,
});

/** Tells what an import of a file would do; nothing is written. */
export async function checkImport(ctx: Ctx, kind: AutomationKind, given: unknown): Promise<CheckedFile> {
  const read = await readAutomationFile(given);
  const here = await readHere(ctx, kind, read);
  const { automations: planned, forms: plannedForms, references } = planImport(kind, read, here);
  const { file, format, notes } = read;
  return {
    format,
    automations: planned.map((each, at) => ({
      ...partOnWire(each, file.automations[at]?.name ?? ""),
      folder: file.automations[at]?.folder ?? "",
      steps: file.automations[at]?.graph.nodes.length ?? 0,
      otherKind: file.automations[at]?.kind !== kind,
    })),
    forms: plannedForms.map((each, at) => partOnWire(each, file.forms[at]?.name ?? "")),
    references,
    choices: Object.fromEntries(
      [...here.references].map(([of, rows]) => [of, rows.map(({ id, name }) => ({ id, name }))]),
    ),
    existing: { automations: here.automations.map(existingOf), forms: here.forms.map(existingOf) },
    notes: shown(notes),
  };
}

/** Takes a file in, in one transaction with what stands beside it: all that is chosen, or nothing. Nothing is published. */
export async function importAutomations(
  ctx: Ctx,
  kind: AutomationKind,
  given: unknown,
  choices: ImportChoices,
  rights: Rights,
  beside: Beside<AutomationKind | "form"> = nothingBeside,
): Promise<ReplyOf<typeof importJourneys>> {
  const read = await readAutomationFile(given);
  const here = await readHere(ctx, kind, read, choices);
  const plan = planImport(kind, read, here, choices, () => ctx.newId());
  const [taken, takenForms] = [
    chosenOf("automations", plan.automations, here.automations, choices.automations),
    chosenOf("forms", plan.forms, here.forms, choices.forms),
  ];
  if (taken.length + takenForms.length === 0) throw refused("automations", texts.nothing);
  if (!rights.replace && taken.some(({ state }) => state === "changed")) {
    throw new DomainError("forbidden", { message: texts.mayNotReplace });
  }
  const isFree = (each: Planned<unknown>) =>
    each.state === "same" || (isNew(each) ? rights.createForms : rights.replaceForms);
  if (!takenForms.every(isFree)) throw new DomainError("forbidden", { message: texts.mayNotForms });
  for (const { content } of taken) refuseUnfit(content);
  for (const { content } of takenForms) refuseLarge(content);
  const madeOf = <Of extends string>(of: Of, parts: readonly Planned<unknown>[]) =>
    parts.map(({ id, to }) => ({ part: id, of, id: to }));
  await write(ctx, kind, taken, takenForms, [
    ...casesWritten(ctx, read.file.automations, taken),
    ...beside([...madeOf(kind, taken), ...madeOf("form" as const, takenForms)]),
  ]);
  const made = ({ to, name, state }: Planned<unknown>) => ({ id: to, name, state });
  return {
    automations: taken.map(made),
    forms: takenForms.map(made),
    notes: shown(read.notes),
  };
}

const isNew = ({ state }: Planned<unknown>): boolean => state === "new";
const refused = (field: string, message: string): DomainError =>
  new DomainError("invalid", { message, errors: { [field]: message } });

/** Those that are taken in; refused with the place where a name is taken, or what is replaced has changed or gone. */
function chosenOf<Content>(
  list: "automations" | "forms",
  planned: readonly Planned<Content>[],
  here: readonly HereRow<Content>[],
  choices: ImportChoices["automations"],
): Planned<Content>[] {
  const names = new Set(here.map(({ name }) => nameKey(name)));
  const replaced = new Set<string>();
  const chosen = new Map(choices.map((each) => [each.id, each]));
  return planned.filter(({ id, name, existing, skipped }, at) => {
    if (skipped) return false;
    const choice = chosen.get(id);
    if (choice?.into === "existing" && !existing) {
      throw refused(`${list}.${at}.existing`, choice.existing ? texts.gone : texts.chooseExisting);
    }
    if (existing) {
      refuseStale(existing, choice?.existing?.revision);
      if (replaced.has(existing.id)) throw refused(`${list}.${at}.existing`, texts.nameTwice(name));
      replaced.add(existing.id);
      return true;
    }
    const key = nameKey(name);
    if (names.has(key)) throw refused(`${list}.${at}.name`, texts.nameTaken(name));
    names.add(key);
    return true;
  });
}

/** A second import finds what this one has made, unless another is known by the file's id already. */
const sourceOf = ({ id, to, known, existing }: Planned<unknown>): string =>
  to === id || (known && known.id !== existing?.id) ? "" : id;

async function write(
  ctx: Ctx,
  kind: AutomationKind,
  taken: readonly Planned<Graph>[],
  takenForms: readonly Planned<FormContent>[],
  besides: BatchItem<"sqlite">[],
): Promise<void> {
  const { db, enterpriseId, actor, now } = ctx;
  const at = now();
  const by = actor.name;
  const rows = (parts: readonly Planned<unknown>[], state: string) =>
    chunksOf(
      parts
        .filter((each) => each.state === state)
        .map((each) => [each.to, each.name, nameKey(each.name), each.folder, sourceOf(each), each.content]),
    );
  const changedIds = (parts: readonly Planned<unknown>[]) => parts.filter(({ state }) => state === "changed");
  ctx.after.live = true;
  const work = db.batch([
    guardDrafts(ctx, kind, taken, takenForms),
    ...rows(taken, "new").flatMap((json) => [
      db.insert(automations).select(
        sql`SELECT value->>0, ${enterpriseId}, ${kind}, value->>1, value->>2, value->>3, NULL, 1, 'path', ${LOG_DAYS.usual},
          value->>4, NULL, NULL, 1, ${by}, ${at}, ${at} FROM json_each(${json}) WHERE true`,
      ),
      db
        .insert(automationDrafts)
        .select(
          sql`SELECT value->>0, ${enterpriseId}, json(value->>5), 1, ${by}, ${at} FROM json_each(${json}) WHERE true`,
        ),
    ]),
    ...rows(taken, "changed").flatMap((json) => [
      db
        .update(automationDrafts)
        .set({
          graph: sql`json(j.value->>5)`,
          revision: sql`automation_drafts.revision + 1`,
          updatedBy: by,
          updatedAt: at,
        })
        .from(sql`json_each(${json}) j`)
        .where(sql`automation_drafts.automation_id = (j.value->>0)`),
      db
        .update(automations)
        .set({
          changed: true,
          updatedBy: by,
          updatedAt: at,
          sourceId: sql`coalesce(nullif(j.value->>4, ''), automations.source_id)`,
        })
        .from(sql`json_each(${json}) j`)
        .where(sql`automations.id = (j.value->>0)`),
    ]),
    ...rows(takenForms, "new").map((json) =>
      db.insert(forms).select(
        sql`SELECT value->>0, ${enterpriseId}, value->>1, value->>2, json(value->>5), NULL, 1, value->>4, NULL, 1, ${by}, ${at}, ${at}
          FROM json_each(${json}) WHERE true`,
      ),
    ),
    ...rows(takenForms, "changed").map((json) =>
      db
        .update(forms)
        .set({
          content: sql`json(j.value->>5)`,
          changed: true,
          revision: sql`forms.revision + 1`,
          updatedBy: by,
          updatedAt: at,
          sourceId: sql`coalesce(nullif(j.value->>4, ''), forms.source_id)`,
        })
        .from(sql`json_each(${json}) j`)
        .where(sql`forms.id = (j.value->>0)`),
    ),
    ...besides,
    auditedAll(
      ctx,
      [
        ...taken.map((each) => ({ of: kind, each })),
        ...takenForms.map((each) => ({ of: "form" as const, each })),
      ]
        .filter(({ each }) => each.state !== "same")
        .map(({ of, each: { to, name, folder, state } }) => ({
          action: "import" as const,
          kind: of,
          object: { id: to, name },
          after: { name, folder, state },
        })),
    ),
  ]);
  const replaced = [...changedIds(taken), ...changedIds(takenForms)];
  await unlessStale(
    mapConflicts(work as Promise<unknown>, {
      "automations.name_key": "automationNameTaken",
      "forms.name_key": "formNameTaken",
    }),
    async () => {
      const [row] = await newest(ctx, replaced);
      return row ?? { revision: 0, updatedBy: by, updatedAt: at };
    },
  );
}

/** Drafts and forms to be replaced are there, and are as they were read. */
function guardDrafts(
  ctx: Ctx,
  kind: AutomationKind,
  taken: readonly Planned<unknown>[],
  takenForms: readonly Planned<unknown>[],
) {
  const asRead = (parts: readonly Planned<unknown>[]) =>
    JSON.stringify(parts.flatMap(({ existing }) => (existing ? [[existing.id, existing.revision]] : [])));
  return guard(
    ctx,
    sql`NOT EXISTS (SELECT 1 FROM json_each(${asRead(taken)}) j WHERE NOT EXISTS (
        SELECT 1 FROM automations a CROSS JOIN automation_drafts d ON d.automation_id = a.id
        WHERE a.id = (j.value->>0) AND a.enterprise_id = ${ctx.enterpriseId} AND a.kind = ${kind} AND a.deleted_at IS NULL
          AND d.revision = (j.value->>1)))
      AND NOT EXISTS (SELECT 1 FROM json_each(${asRead(takenForms)}) j WHERE NOT EXISTS (
        SELECT 1 FROM forms f WHERE f.id = (j.value->>0) AND f.enterprise_id = ${ctx.enterpriseId} AND f.deleted_at IS NULL
          AND f.revision = (j.value->>1)))`,
  );
}

/** The latest edit of what was to be replaced, to say who was faster. */
const newest = ({ db }: Ctx, replaced: readonly Planned<unknown>[]) => {
  const ids = JSON.stringify(replaced.map(({ to }) => to));
  return db.all<{ revision: number; updatedBy: string; updatedAt: number }>(sql`
    SELECT revision, updated_by AS updatedBy, updated_at AS updatedAt FROM automation_drafts
      WHERE automation_id IN (SELECT value FROM json_each(${ids}))
    UNION ALL SELECT revision, updated_by, updated_at FROM forms WHERE id IN (SELECT value FROM json_each(${ids}))
    ORDER BY 3 DESC LIMIT 1`);
};
