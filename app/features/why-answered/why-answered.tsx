import type { ReactNode } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatShare } from "#app/lib/format.ts";
import { tryItTexts } from "#texts/try-it.ts";
import { whyAnsweredTexts as texts } from "#texts/why-answered.ts";
import { messageWhy, type WhyAnswered as Why } from "#workers/contract/endpoints/messages.ts";

/** Says in plain words why a message was answered as it was. */
export function WhyAnswered({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { answer, failure, reload } = useQueryOf(messageWhy, { params: { id: messageId } });
  return (
    <Dialog open title={texts.title} size="sm" onClose={onClose}>
      {answer ? (
        <Explained why={answer} />
      ) : failure ? (
        <ErrorState text={failure.message} requestId={failure.requestId} onRetry={reload} />
      ) : (
        <SkeletonRows rows={4} label={texts.loading} />
      )}
    </Dialog>
  );
}

function Explained({ why: { because, asked, bot, turn, failed } }: { why: Why }) {
  const byBot = because === "bot" || because === "handOver";
  return (
    <div className="grid gap-3">
      <p className="font-medium">{texts.because[because]}</p>
      {failed ? <p>{texts.botFailed}</p> : byBot && !turn && <p className="text-muted">{texts.noLog}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {asked && <Term name={texts.asked}>{asked.text}</Term>}
        {bot && <Term name={texts.bot}>{bot.name || texts.botGone}</Term>}
        {turn && <Turn turn={turn} />}
      </dl>
    </div>
  );
}

function Turn({ turn }: { turn: NonNullable<Why["turn"]> }) {
  const { kind, intent, confidence, nearestPhrase, others, sources, parameters } = turn;
  const values = Object.entries(parameters);
  return (
    <>
      <Term name={texts.how}>{tryItTexts.kinds[kind]}</Term>
      <Term name={texts.intent}>{intent?.name ?? texts.noIntent}</Term>
      <Term name={texts.confidence}>{formatShare(confidence)}</Term>
      {nearestPhrase && <Term name={texts.nearest}>{nearestPhrase}</Term>}
      {others.length > 0 && (
        <Term name={texts.others}>
          {others.map(({ name, confidence: share }) => texts.guess(name, formatShare(share))).join(", ")}
        </Term>
      )}
      {sources.length > 0 && <Term name={texts.sources}>{sources.join(", ")}</Term>}
      {values.length > 0 && (
        <Term name={texts.values}>{values.map(([name, value]) => texts.value(name, value)).join(", ")}</Term>
      )}
    </>
  );
}

const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
      {children}
    </dd>
  </>
);
