import { call } from "#app/data/api.ts";
import { FormEditor } from "#app/features/form-editor/form-editor.tsx";
import { useCan } from "#app/session/session.ts";
import { getFormDraft } from "#workers/contract/endpoints/forms.ts";
import { OpenedDraft } from "./opened-draft.tsx";

/** The form designer of this system, where no other one is set up. */
export function OwnFormDesigner({ id, title }: { id: string; title: string }) {
  const can = useCan();
  return (
    <OpenedDraft key={id} title={title} ask={(signal) => call(getFormDraft, { params: { id }, signal })}>
      {(draft) => <FormEditor draft={draft} title={title} readOnly={!can("ENCAPS.EDIT")} />}
    </OpenedDraft>
  );
}
