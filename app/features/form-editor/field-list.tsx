import { type Part } from "#app/features/draft-editor/part-row.tsx";
import { PartsList } from "#app/features/draft-editor/parts-list.tsx";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { formsTexts } from "#texts/forms.ts";
import type { FormField, FormProblem } from "#workers/contract/forms/form.ts";
import { titleOf } from "./edits.ts";

interface Props {
  fields: readonly FormField[];
  problems: readonly FormProblem[];
  open: string | undefined;
  readOnly: boolean;
  onOpen: (id: string) => void;
  onMove: (id: string, to: number) => void;
  onRemove: (id: string) => void;
}

/** The fields in their order, with a heading where a page begins. */
export function FieldList({ fields, problems, ...rest }: Props) {
  const pageOf = (at: number) => 1 + fields.slice(1, at + 1).filter((each) => each.startsPage).length;
  const parts = fields.map((field, at): Part => ({
    key: field.id,
    title: titleOf(field),
    hint: `${formsTexts.types[field.type]} · ${field.id}`,
    wrong: problems.filter((each) => each.field === field.id && each.severity === "error").length,
    list: "",
    at,
    count: fields.length,
    heading: field.startsPage && at > 0 ? texts.pageStarts(pageOf(at)) : undefined,
  }));
  return <PartsList {...rest} id="form-fields" label={texts.list} parts={parts} />;
}
