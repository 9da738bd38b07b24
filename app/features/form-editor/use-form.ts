import { call } from "#app/data/api.ts";
import { useWork, type Work } from "#app/features/autosave/use-work.ts";
import { usePublished } from "#app/features/draft-editor/use-published.ts";
import { type FormDraft, getFormDraft, saveFormDraft } from "#workers/contract/endpoints/forms.ts";
import type { FormContent, FormProblem } from "#workers/contract/forms/form.ts";

export interface FormValue {
  name: string;
  content: FormContent;
}

export interface FormControl extends Work<FormValue, FormDraft> {
  problems: readonly FormProblem[];
  published: { version: number | null; changed: boolean };
  setPublished: (version: number) => void;
  /** Changes what is asked. */
  edit: (edit: (form: FormContent) => FormContent, gesture?: string) => void;
}

/** A form that is worked on, with what is wrong with it and what of it is published. */
export function useForm(draft: FormDraft): FormControl {
  const { shown, onSaved, onTaken } = usePublished(draft);
  const params = { id: draft.id };
  const work = useWork({
    name: `form ${draft.id}`,
    draft,
    valueOf: ({ name, content }: FormDraft): FormValue => ({ name, content }),
    save: (value: FormValue, revision) => call(saveFormDraft, { params, body: { ...value, revision } }),
    fetch: () => call(getFormDraft, { params }),
    onSaved: (answer) => onSaved(answer),
    onTaken,
  });
  return {
    ...work,
    ...shown,
    edit: (edit, gesture) =>
      work.change((value) => {
        const content = edit(value.content);
        return content === value.content ? value : { ...value, content };
      }, gesture),
  };
}
