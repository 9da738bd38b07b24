import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { sessionEndTexts as texts } from "#texts/session-end.ts";
import { shellTexts } from "#texts/shell.ts";
import { signOut } from "#app/session/session.ts";
import { isAnythingUnsaved } from "#app/drafts/unsaved.ts";

/** Signs out; asks first if there are unsaved changes, since none are kept in a browser that others may use. */
export function useSignOut(): () => Promise<void> {
  const confirm = useConfirm();
  return async () => {
    const asked = {
      title: texts.signOutQuestion,
      text: texts.signOutText,
      confirmLabel: shellTexts.signout,
    };
    if (!isAnythingUnsaved() || (await confirm(asked))) await signOut();
  };
}
