import { type Question, useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useSend } from "#app/kit/use-send.ts";

/**
 * Moves the state of something at a press. A move that cannot be undone brings its question; a refusal is a toast. The
 * screen is shown anew after both, since a refusal says that the state has changed meanwhile.
 */
export function useMove(shownAnew: () => Promise<unknown>) {
  const confirm = useConfirm();
  const toast = useToast();
  const { busy, send } = useSend({
    refused: ({ message }) => {
      toast.error(message);
      void shownAnew();
      return true;
    },
  });
  const move = async (work: () => Promise<unknown>, question?: Question): Promise<void> => {
    if (question && !(await confirm(question))) return;
    await send(work, shownAnew);
  };
  return { busy, move };
}
