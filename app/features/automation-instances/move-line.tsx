import { request } from "#app/data/api.ts";
import { useJob } from "#app/kit/use-job.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatMoment, formatShare } from "#app/lib/format.ts";
import { automationMovesTexts as texts } from "#texts/automation-moves.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { moveDoors, type RunMove } from "#workers/contract/endpoints/automation-moves.ts";

/** How a move of people goes on, and its way back as long as there is one. */
export function MoveLine({
  kind,
  id,
  instanceId,
  move: { id: moveId, jobId, state, moved, held, restored, kept, undoUntil },
  mayEdit,
  onMoved,
}: {
  kind: AutomationKind;
  id: string;
  instanceId: string;
  move: RunMove;
  mayEdit: boolean;
  onMoved: () => Promise<void>;
}) {
  const sending = useSend();
  const { job } = useJob({ kind: "runs.move", jobId, subject: moveId }, () => void onMoved());
  const share = formatShare(job?.progress ?? 0);
  const words = {
    moving: texts.states.moving(share),
    moved: texts.states.moved(moved, held),
    undoing: texts.states.undoing(share),
    undone: texts.states.undone(restored, kept),
  }[state];
  const undo = () =>
    void sending.send(() => request(moveDoors[kind].undo, { params: { id, instanceId, moveId } }), onMoved);
  return (
    <div className="grid gap-1 text-[0.8125rem]">
      <div className="flex flex-wrap items-center gap-2">
        <span role="status">{words}</span>
        {mayEdit && (state === "moving" || state === "moved") && (
          <>
            <Button size="sm" busy={sending.busy} onClick={undo}>
              {texts.undo}
            </Button>
            <span className="text-muted tabular-nums">{texts.undoUntil(formatMoment(undoUntil))}</span>
          </>
        )}
      </div>
      <Failure text={sending.failure} />
    </div>
  );
}
