import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import type { AnyEndpoint } from "#app/data/api.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

/** Asks whether an entry of a list is to go, deletes it and takes it out of each page that is shown. */
export function useRemoval<List extends AnyEndpoint>({
  texts,
  remove,
  list,
  without,
}: {
  texts: { removeTitle: (name: string) => string; removeText: string };
  remove: (id: string) => Promise<unknown>;
  list: List;
  without: (page: ReplyOf<List>, id: string) => ReplyOf<List>;
}): (entry: { id: string; name: string }) => void {
  const confirm = useConfirm();
  return ({ id, name }) =>
    void confirm({
      title: texts.removeTitle(name),
      text: texts.removeText,
      confirmLabel: uiTexts.delete,
      run: async () => {
        await remove(id);
        patch(list, undefined, (page) => without(page, id));
        await invalidate(list);
      },
    });
}
