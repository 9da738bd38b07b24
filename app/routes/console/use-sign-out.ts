import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import * as messages from "#app/messages.ts";
import { signOut } from "#app/session.ts";
import { isAnythingUnsaved } from "#app/unsaved.ts";

const texts = messages.sessionEnd;

/** Signs out; asks first if there are unsaved changes, since none are kept in a browser that others may use. */
export function useSignOut(): () => Promise<void> {
  const confirm = useConfirm();
  return async () => {
    const asked = {
      title: texts.signOutQuestion,
      text: texts.signOutText,
      confirmLabel: messages.shell.signout,
    };
    if (!isAnythingUnsaved() || (await confirm(asked))) await signOut();
  };
}
