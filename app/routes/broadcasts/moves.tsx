import { CirclePause, CirclePlay, CircleStop, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useMove } from "#app/kit/use-move.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { Question } from "#app/components/ui/confirm-dialog.tsx";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastAction } from "#workers/contract/broadcast.ts";
import {
  type BroadcastDetail,
  getBroadcast,
  listBroadcastMessages,
  listBroadcasts,
} from "#workers/contract/endpoints/broadcasts.ts";
import { moveBroadcast } from "#workers/contract/endpoints/broadcast-sending.ts";
import { offeredMoves } from "#app/features/broadcasts/offered-moves.ts";

const texts = broadcastsTexts.view;

const ICONS: Record<BroadcastAction, ReactNode> = {
  start: <CirclePlay aria-hidden />,
  pause: <CirclePause aria-hidden />,
  resume: <CirclePlay aria-hidden />,
  stop: <CircleStop aria-hidden />,
  retry: <RotateCw aria-hidden />,
};
const isAsked = (action: BroadcastAction): action is keyof typeof texts.ask => action in texts.ask;
const questionOf = (action: BroadcastAction): Question | undefined =>
  isAsked(action)
    ? {
        ...texts.ask[action],
        tone: action === "stop" ? "danger" : "primary",
        confirmLabel: texts.actions[action],
      }
    : undefined;

/** Offers the moves of a broadcast that its state allows now, and asks before one that cannot be undone. */
export function Moves({ broadcast }: { broadcast: BroadcastDetail }) {
  const { id } = broadcast;
  const can = useCan();
  const runs = can("CAMPAIGNS.START", "CAMPAIGNS.CREATE");
  const { busy, failure, move } = useMove(() =>
    Promise.all([
      invalidate(getBroadcast, { params: { id } }),
      invalidate(listBroadcastMessages),
      invalidate(listBroadcasts),
    ]),
  );
  if (!runs) return null;
  return (
    <>
      {offeredMoves(broadcast, can("CAMPAIGNS.START")).map((action) => (
        <Button
          key={action}
          icon={ICONS[action]}
          busy={busy}
          onClick={() =>
            void move(() => request(moveBroadcast, { params: { id, action } }), questionOf(action))
          }
        >
          {texts.actions[action]}
        </Button>
      ))}
      <Failure text={failure} className="basis-full" />
    </>
  );
}
