import { Check, RotateCw } from "lucide-react";
import { Section } from "#app/features/broadcasts/section.tsx";
import { invalidate } from "#app/data/query.ts";
import { request } from "#app/data/api.ts";
import { useMove } from "#app/kit/use-move.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { Settlement } from "#workers/contract/broadcast.ts";
import {
  type BroadcastDetail,
  getBroadcast,
  listBroadcastMessages,
  listBroadcasts,
  type Recipient,
} from "#workers/contract/endpoints/broadcasts.ts";
import { settleRecipients } from "#workers/contract/endpoints/broadcast-sending.ts";

const texts = broadcastsTexts.view.unconfirmed;

type Settled = Pick<
  BroadcastDetail,
  "id" | "status" | "seenAt" | "endedAt" | "archivedAt" | "activityId" | "counts"
>;

/** Whether somebody of it can be sent it again: it goes on, or is over and no run of an activity. */
const goesAgain = ({ status, endedAt, activityId }: Settled): boolean =>
  endedAt === null
    ? status === "processing" || status === "paused"
    : (status === "completed" || status === "stopped") && activityId === null;

/** Settles who is not confirmed: one recipient, or everybody of the broadcast, after a question where it can't be taken back. */
function Settle({
  broadcast,
  recipient,
  onSettled,
}: {
  broadcast: Settled;
  recipient?: Recipient;
  onSettled?: () => void;
}) {
  const { id, seenAt, counts } = broadcast;
  const { busy, failure, move } = useMove(
    () => {
      onSettled?.();
      return Promise.all([
        invalidate(getBroadcast, { params: { id } }),
        invalidate(listBroadcastMessages),
        invalidate(listBroadcasts),
      ]);
    },
    // The dialog closes, and the section is there only while somebody is not confirmed.
    { goes: true },
  );
  const people = recipient ? 1 : counts.unknown;
  const settle = (settlement: Settlement) =>
    request(settleRecipients, {
      params: { id, settlement },
      body: { recipientId: recipient?.id ?? "", seenAt },
    });
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Check aria-hidden />}
        busy={busy}
        onClick={() =>
          void move(() => settle("arrived"), {
            ...texts.askArrived(people),
            confirmLabel: texts.arrived,
          })
        }
      >
        {texts.arrived}
      </Button>
      {goesAgain(broadcast) && !recipient?.replied && !recipient?.clicked && (
        <Button
          icon={<RotateCw aria-hidden />}
          busy={busy}
          onClick={() =>
            void move(() => settle("again"), {
              ...texts.askAgain(people),
              confirmLabel: texts.again,
              tone: "danger",
            })
          }
        >
          {texts.again}
        </Button>
      )}
      <Failure text={failure} className="basis-full" />
    </div>
  );
}

const useMaySettle = ({ archivedAt }: Settled): boolean =>
  useCan()("CAMPAIGNS.START", "CAMPAIGNS.CREATE") && archivedAt === null;

/** The number of unconfirmed recipients, and the ways to settle them all. */
export function Unconfirmed({ broadcast }: { broadcast: Settled }) {
  if (!useMaySettle(broadcast) || broadcast.counts.unknown === 0) return null;
  return (
    <Section title={texts.title}>
      <p>{texts.text(broadcast.counts.unknown)}</p>
      <Settle broadcast={broadcast} />
    </Section>
  );
}

/** The same of one recipient, for the dialog with the steps of their message. */
export function UnconfirmedOne({
  broadcast,
  recipient,
  onSettled,
}: {
  broadcast: Settled;
  recipient: Recipient;
  onSettled: () => void;
}) {
  if (!useMaySettle(broadcast) || recipient.currentDeliveryStatus !== "unknown") return null;
  return (
    <div className="grid gap-2">
      <p className="text-muted">{texts.one}</p>
      <Settle broadcast={broadcast} recipient={recipient} onSettled={onSettled} />
    </div>
  );
}
