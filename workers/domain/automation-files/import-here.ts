import type { ReferenceKind } from "#workers/contract/automation/automation-file.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { ImportChoices } from "#workers/contract/endpoints/automation-files.ts";
import type { FormContent } from "#workers/contract/forms/form.ts";
import { referencesIn, referencesInForm } from "../automations/graph-references.ts";
import { type KeyedReference, referencesLike } from "../automations/references.ts";
import type { Ctx } from "../ctx.ts";
import type { ReadFile } from "./read-file.ts";

/** Something that is here, with its draft where the import may replace it. */
export interface HereRow<Content> {
  id: string;
  sourceId: string;
  name: string;
  revision: number;
  updatedBy: string;
  updatedAt: number;
  content: Content | null;
}
export interface Here {
  automations: HereRow<Graph>[];
  forms: HereRow<FormContent>[];
  references: Map<ReferenceKind, KeyedReference[]>;
}

/** So many may be chosen to be replaced; those that the file knows come first. */
const MOST_HERE = 1_000;

const AUTOMATIONS = `SELECT a.id, a.source_id AS sourceId, a.name, d.revision, d.updated_by AS updatedBy, d.updated_at AS updatedAt,
    CASE WHEN a.id IN (SELECT value FROM json_each(?3)) OR a.source_id IN (SELECT value FROM json_each(?3)) THEN d.graph END AS content
  FROM automations a CROSS JOIN automation_drafts d ON d.automation_id = a.id
  WHERE a.enterprise_id = ?1 AND a.kind = ?2 AND a.deleted_at IS NULL
  ORDER BY content IS NULL, a.name_key, a.id LIMIT ${MOST_HERE}`;
const FORMS = `SELECT f.id, f.source_id AS sourceId, f.name, f.revision, f.updated_by AS updatedBy, f.updated_at AS updatedAt,
    CASE WHEN f.id IN (SELECT value FROM json_each(?2)) OR f.source_id IN (SELECT value FROM json_each(?2)) THEN f.content END AS content
  FROM forms f WHERE f.enterprise_id = ?1 AND f.deleted_at IS NULL
  ORDER BY content IS NULL, f.name_key, f.id LIMIT ${MOST_HERE}`;

/** Reads all that a file is weighed against, in one batch. */
export async function readHere(
  { db, enterpriseId, ...ctx }: Ctx,
  kind: AutomationKind,
  { file }: ReadFile,
  choices?: ImportChoices,
): Promise<Here> {
  const found = Map.groupBy(
    [
      ...file.automations.flatMap(({ graph }) => referencesIn(graph)),
      ...file.forms.flatMap(({ content }) => referencesInForm(content)),
    ],
    (each) => each.kind,
  );
  // Things that an earlier import put there may have other names in the file, so their kinds are looked up as well.
  const kinds = [...found.keys()];
  const named = [
    ...file.references,
    ...file.templates.map(({ id, name, language }) => ({
      kind: "template" as const,
      id,
      name: `${name} (${language})`,
    })),
  ];
  const wanted = (given: readonly { id: string }[], chosen: ImportChoices["forms"] = []) =>
    JSON.stringify([...given.map(({ id }) => id), ...chosen.flatMap(({ existing }) => existing?.id ?? [])]);
  const [automations, forms, ...references] = await db.$client.batch<HereRow<string> & KeyedReference>([
    db.$client.prepare(AUTOMATIONS).bind(enterpriseId, kind, wanted(file.automations, choices?.automations)),
    db.$client.prepare(FORMS).bind(enterpriseId, wanted(file.forms, choices?.forms)),
    ...kinds.map((of) =>
      referencesLike(
        { db, enterpriseId, ...ctx },
        of,
        [...new Set(found.get(of)?.map(({ id }) => id))],
        named.filter((each) => each.kind === of).map(({ name }) => name),
      ),
    ),
  ]);
  const read = <Content>(rows: readonly HereRow<string>[] = []): HereRow<Content>[] =>
    rows.map((row) => ({
      ...row,
      content: row.content === null ? null : (JSON.parse(row.content) as Content),
    }));
  return {
    automations: read(automations?.results),
    forms: read(forms?.results),
    references: new Map(kinds.map((of, at) => [of, references[at]?.results ?? []])),
  };
}
