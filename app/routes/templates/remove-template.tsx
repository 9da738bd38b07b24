import { request } from "#app/data/api.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { ConfirmByName } from "#app/kit/confirm-by-name.tsx";
import { templatesTexts as texts } from "#texts/templates.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  deleteTemplate,
  listTemplates,
  type MessageTemplate,
} from "#workers/contract/endpoints/templates.ts";

/** Deletes a template, which its vendor does not let come back under the same name for a while. */
export function RemoveTemplate({
  template: { id, name },
  onClose,
  onDeleted = onClose,
}: {
  template: Pick<MessageTemplate, "id" | "name">;
  onClose: () => void;
  onDeleted?: () => Promise<void> | void;
}) {
  return (
    <ConfirmByName
      {...{ name, onClose }}
      id="delete-template"
      texts={{
        title: texts.removeTitle(name),
        text: texts.removeText,
        label: texts.removeType(name),
        mismatch: texts.removeMismatch,
        submit: uiTexts.delete,
      }}
      send={() => request(deleteTemplate, { params: { id } })}
      onDone={async () => {
        // The list shows no link to it any more, over which the pointer might be.
        patch(listTemplates, undefined, (now) => ({
          ...now,
          templates: now.templates.filter((each) => each.id !== id),
        }));
        // Where it is shown it would be asked for anew.
        await onDeleted();
        await invalidate(listTemplates);
      }}
    />
  );
}
