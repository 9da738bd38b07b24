import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useWork, type Work } from "#app/features/autosave/use-work.ts";
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
  const [problems, setProblems] = useState<readonly FormProblem[]>(draft.problems);
  const [published, setPublished] = useState({ version: draft.version, changed: draft.changed });
  const params = { id: draft.id };
  const work = useWork({
    name: `form ${draft.id}`,
    draft,
    valueOf: ({ name, content }: FormDraft): FormValue => ({ name, content }),
    save: (value: FormValue, revision) => call(saveFormDraft, { params, body: { ...value, revision } }),
    fetch: () => call(getFormDraft, { params }),
    onSaved: (answer) => {
      setProblems(answer.problems);
      setPublished((before) => ({ ...before, changed: true }));
    },
    onTaken: (other) => {
      setProblems(other.problems);
      setPublished({ version: other.version, changed: other.changed });
    },
  });
  return {
    ...work,
    problems,
    published,
    setPublished: (version) => setPublished({ version, changed: false }),
    edit: (edit, gesture) =>
      work.change((value) => {
        const content = edit(value.content);
        return content === value.content ? value : { ...value, content };
      }, gesture),
  };
}
