import { type Question, useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";

/**
 * Moves the state of something at a press. A move that cannot be undone brings its question; a refusal is a
 * `failure` for the screen to show. The screen is shown anew after both, since a refusal says that the state has changed meanwhile.
 */
export function useMove(shownAnew: () => Promise<unknown>) {
  const confirm = useConfirm();
  const { busy, failure, setFailure, send } = useSend({
    refused: ({ message }) => {
      setFailure(message);
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
