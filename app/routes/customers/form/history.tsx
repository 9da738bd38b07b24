import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { MorePages, usePage, useFailedPage } from "#app/features/more-pages/more-pages.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { addressOf } from "#app/features/broadcasts/addresses.ts";
import { RecipientBadge } from "#app/features/message-status/recipient-badge.tsx";
import { useCan } from "#app/session/session.ts";
import { formatMoment, formatShortDay } from "#app/lib/format.ts";
import { dayOf } from "#app/lib/zone.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { SEES_BROADCASTS } from "#workers/contract/broadcast-events.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type Customer, customerHistory } from "#workers/contract/endpoints/customers.ts";
import { historyFrom } from "./history-beside.ts";

const linkClass = "text-accent-ink underline underline-offset-2";

type Talk = NonNullable<ReplyOf<typeof customerHistory>["events"][number]["talk"]>;

/** The bot's report of that day and the next, narrowed to the session. */
function reportOf({ agentId, id }: Talk, at: string): string {
  const begun = new Date(at);
  const range = { start: `${dayOf(begun)}T00:00:00`, end: `${dayOf(begun, 1)}T23:59:59` };
  const search = new URLSearchParams({ ...range, talk: id, tab: "messages" });
  return `/bots/${encodeURIComponent(agentId)}/nlp-report/overview?${search.toString()}`;
}

/** The history of a customer, newest first. */
export function History({ customer }: { customer: Pick<Customer, "id"> }) {
  return (
    <div className="grid gap-4">
      <MorePages as="div" label={texts.showMore}>
        <Events customer={customer} from={0} at={0} />
      </MorePages>
    </div>
  );
}

interface EventsProps {
  customer: Pick<Customer, "id">;
  from: number;
  at: number;
}

/** The events from one of them on, and those behind them once they are asked for. */
function Events({ customer, from, at }: EventsProps) {
  const { answer, asking, failure, reload } = useQueryOf(customerHistory, historyFrom(customer.id, from));
  useFailedPage(at, !answer && failure !== undefined, reload);
  if (!answer) {
    if (!failure) return <SkeletonRows rows={4} />;
    return <ErrorState text={failure.message} requestId={failure.requestId} busy={asking} onRetry={reload} />;
  }
  return <Page {...{ customer, from, at }} answer={answer} />;
}

function Page({
  customer,
  from,
  at: page,
  answer: { events, hasMore, archivedUntil },
}: EventsProps & { answer: ReplyOf<typeof customerHistory> }) {
  const may = useCan();
  const reads = may("CHAT.VIEW_CHATHISTORY");
  const teaches = may("NLP.VIEW");
  const seesBroadcasts = may(...SEES_BROADCASTS);
  const isMore = usePage(page, { count: events.length, hasMore });
  const archived = archivedUntil && texts.archivedBroadcasts(formatShortDay(archivedUntil));
  if (events.length === 0)
    return <EmptyState title={texts.noHistory}>{archived ?? texts.noBroadcasts}</EmptyState>;
  return (
    <>
      <ol className="grid gap-3 border-l-2 border-line pl-4">
        {events.map((event, at) => (
          <li key={at} className="min-w-0">
            <p className="font-medium">{texts.historyKinds[event.kind]}</p>
            <p className="text-[0.8125rem] text-muted">
              <time dateTime={event.at}>{formatMoment(event.at)}</time>
              {event.by && ` · ${event.by}`}
            </p>
            {event.sent && (
              <p className="flex flex-wrap items-center gap-2">
                <RecipientBadge status={event.sent.status} />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {seesBroadcasts && event.sent.broadcastId && event.sent.broadcast ? (
                    <Link to={addressOf(event.sent.broadcastId)} className={linkClass}>
                      {event.sent.broadcast}
                    </Link>
                  ) : (
                    event.sent.broadcast
                  )}
                  {event.sent.broadcast && event.sent.channel && " · "}
                  {event.sent.channel}
                </span>
              </p>
            )}
            {event.chat && (
              <p className="[overflow-wrap:anywhere]">
                {[event.chat.channel, event.chat.bot].filter(Boolean).join(" · ")}
                {reads && (
                  <>
                    {" · "}
                    <Link
                      to={`/chat/history?${new URLSearchParams({ chat: event.chat.id }).toString()}`}
                      className={linkClass}
                    >
                      {texts.openChat}
                    </Link>
                  </>
                )}
              </p>
            )}
            {event.talk && (
              <p className="[overflow-wrap:anywhere]">
                {event.talk.bot} · {texts.talkTurns(event.talk.turns)}
                {teaches && (
                  <>
                    {" · "}
                    <Link to={reportOf(event.talk, event.at)} className={linkClass}>
                      {texts.openTalk}
                    </Link>
                  </>
                )}
              </p>
            )}
            {event.text && (
              <p className="[overflow-wrap:anywhere]">
                {event.importId ? (
                  <Link to={`/customer-master/error/${event.importId}`} className={linkClass}>
                    {event.text}
                  </Link>
                ) : (
                  event.text
                )}
              </p>
            )}
            {event.sent?.reason && (
              <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">{event.sent.reason}</p>
            )}
          </li>
        ))}
      </ol>
      {isMore ? (
        <Events customer={customer} from={from + events.length} at={page + 1} />
      ) : (
        <>
          <p className="text-[0.8125rem] text-muted">{texts.noBroadcasts}</p>
          {archived && <p className="text-[0.8125rem] text-muted">{archived}</p>}
        </>
      )}
    </>
  );
}
