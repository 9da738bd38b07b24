import { CirclePause, CirclePlay, CircleStop, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { type BroadcastAction, broadcastActions, mayMove } from "#workers/contract/broadcast.ts";
import {
  type BroadcastDetail,
  getBroadcast,
  listBroadcastMessages,
  listBroadcasts,
  moveBroadcast,
} from "#workers/contract/endpoints/broadcasts.ts";
import { retriedOf } from "./figures.ts";

const texts = broadcastsTexts.view;

const ICONS: Record<BroadcastAction, ReactNode> = {
  start: <CirclePlay aria-hidden />,
  pause: <CirclePause aria-hidden />,
  resume: <CirclePlay aria-hidden />,
  stop: <CircleStop aria-hidden />,
  retry: <RotateCw aria-hidden />,
};
const asked = (action: BroadcastAction): action is keyof typeof texts.ask => action in texts.ask;

/** What may be done with a broadcast now. What cannot be undone is asked about first. */
export function Moves({ broadcast: { id, status, counts } }: { broadcast: BroadcastDetail }) {
  const toast = useToast();
  const confirm = useConfirm();
  const runs = useCan()("CAMPAIGNS.START", "CAMPAIGNS.CREATE");
  const { busy, send } = useSend({
    refused: ({ message }) => {
      toast.error(message);
      void shownAnew();
      return true;
    },
  });
  const shownAnew = () =>
    Promise.all([
      invalidate(getBroadcast, { params: { id } }),
      invalidate(listBroadcastMessages),
      invalidate(listBroadcasts),
    ]);
  const move = async (action: BroadcastAction) => {
    if (asked(action)) {
      const tone = action === "stop" ? "danger" : "primary";
      if (!(await confirm({ ...texts.ask[action], tone, confirmLabel: texts.actions[action] }))) return;
    }
    await send(() => request(moveBroadcast, { params: { id, action } }), shownAnew);
  };
  if (!runs) return null;
  return broadcastActions
    .filter((action) => mayMove(action, status) && (action !== "retry" || retriedOf(counts) > 0))
    .map((action) => (
      <Button key={action} icon={ICONS[action]} busy={busy} onClick={() => void move(action)}>
        {texts.actions[action]}
      </Button>
    ));
}
