import { useState } from "react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatCount, formatShare } from "#app/lib/format.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import { type ReportMessage, reportMessages } from "#workers/contract/endpoints/reports.ts";
import { nonScopedOf, weakOf } from "./load.ts";
import type { ListState } from "./list-state.ts";
import { MessageDialog } from "./message-dialog-later.tsx";
import { keyOf, spotsOf } from "./spots.ts";

const SHOWN = 6;

/** Messages to learn from, beside the intents that work: each can be given to its intent on the spot. */
export function WeakSpots({
  agentId,
  listState,
  onOpen,
}: {
  agentId: string;
  listState: ListState;
  onOpen: (narrowed: Partial<ListState>) => void;
}) {
  const missed = useQueryOf(reportMessages, nonScopedOf(agentId, listState));
  const weak = useQueryOf(reportMessages, weakOf(agentId, listState));
  const [opened, setOpened] = useState<ReportMessage>();
  const [showing, setShowing] = useState(false);
  // As the list was when it was opened: one goes on from what has just been taught, though it is gone from the list.
  const [among, setAmong] = useState<readonly ReportMessage[]>([]);
  // Messages taught here leave the list at once; a later training tells whether they are understood.
  const [fixed, setFixed] = useState<ReadonlySet<string>>(new Set());
  const failure = missed.failure ?? weak.failure;
  const there = missed.answer && weak.answer && [...missed.answer.messages, ...weak.answer.messages];
  const spots = spotsOf(there ?? [], fixed);
  const shown = spots.slice(0, SHOWN);
  return (
    <Card className="flex min-w-0 flex-col p-4">
      <h3 className="text-base font-semibold">{texts.weakSpots}</h3>
      {!there && failure ? (
        <LoadFailure error={failure} title={texts.weakSpotsFailed} />
      ) : !there ? (
        <SkeletonRows rows={4} />
      ) : spots.length === 0 ? (
        <p className="text-muted">{texts.noWeakSpots}</p>
      ) : (
        <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {shown.map(({ message, count }) => (
            <li key={message.id} className="flex min-h-11 items-center gap-3 py-1.5">
              <div className="min-w-0 flex-1">
                <p className="truncate" title={message.userMessage}>
                  <bdi>{message.userMessage}</bdi>
                </p>
                <p className="truncate text-[0.8125rem] text-muted">
                  {message.intent === null
                    ? texts.notUnderstood
                    : texts.weakAs(message.intent, formatShare(message.confidence))}
                  {count > 1 && ` · ${texts.times(formatCount(count))}`}
                </p>
              </div>
              <Button
                size="sm"
                aria-label={texts.fixOf(message.userMessage)}
                onClick={() => {
                  setOpened(message);
                  setAmong(shown.map((spot) => spot.message));
                  setShowing(true);
                }}
              >
                {texts.fix}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {there && (
        <p className="mt-auto flex flex-wrap gap-x-4 pt-3 text-[0.8125rem]">
          <button type="button" className={leadClass} onClick={() => onOpen({ scope: 2 })}>
            {texts.allNotUnderstood}
          </button>
          <button type="button" className={leadClass} onClick={() => onOpen({ weak: true })}>
            {texts.allWeak}
          </button>
          <Link to={`/bots/${encodeURIComponent(agentId)}/unmatched`} className={leadClass}>
            {texts.toReview}
          </Link>
        </p>
      )}
      {opened && (
        <MessageDialog
          agentId={agentId}
          message={opened}
          among={among}
          open={showing}
          onMove={setOpened}
          onClose={() => setShowing(false)}
          onTalk={() => onOpen({ talk: opened.conversationId })}
          onTaught={() => setFixed(new Set([...fixed, keyOf(opened)]))}
        />
      )}
    </Card>
  );
}

const leadClass =
  "inline-flex min-h-6 items-center text-accent-ink pointer-coarse:min-h-11 underline underline-offset-2";
