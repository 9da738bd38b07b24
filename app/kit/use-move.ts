import { type Question, useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useSend } from "#app/kit/use-send.ts";

/**
 * Moves the state of something at a press. A move that cannot be undone brings its question; a refusal is a
 * `failure` for the screen to show. The screen is shown anew after both, since a refusal says that the state has changed meanwhile.
 * Where the place of the failure may go with that (`goes`), a toast says the refusal, which stays until it is closed.
 */
export function useMove(shownAnew: () => Promise<unknown>, { goes = false }: { goes?: boolean } = {}) {
  const confirm = useConfirm();
  const toast = useToast();
  const { busy, failure, setFailure, send } = useSend({
    refused: ({ message }) => {
      if (goes) toast.error(message);
      else setFailure(message);
      void shownAnew();
      return true;
    },
  });
  const move = async (work: () => Promise<unknown>, question?: Question): Promise<void> => {
    if (question && !(await confirm(question))) return;
    await send(work, shownAnew);
  };
  return { busy, failure, move };
}
