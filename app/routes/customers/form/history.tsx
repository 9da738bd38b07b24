import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import { ApiError, call } from "#app/data/api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { errorsTexts } from "#texts/errors.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type Customer, customerHistory } from "#workers/contract/endpoints/customers.ts";

type Event = ReplyOf<typeof customerHistory>["events"][number];

/** The history of a customer, newest first. */
export function History({ customer: { id, revision } }: { customer: Customer }) {
  const [events, setEvents] = useState<readonly Event[]>();
  const [hasMore, setHasMore] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const read = useCallback(
    async (from: number, signal?: AbortSignal) => {
      setBusy(true);
      try {
        const page = await call(customerHistory, {
          params: { id },
          query: { from },
          ...(signal && { signal }),
        });
        setEvents((now) => (from === 0 ? page.events : [...(now ?? []), ...page.events]));
        setHasMore(page.hasMore);
        setFailure(undefined);
      } catch (error) {
        if (signal?.aborted) return;
        setFailure(error instanceof ApiError ? error : new ApiError(errorsTexts.internal));
      } finally {
        if (!signal?.aborted) setBusy(false);
      }
    },
    [id],
  );
  useEffect(() => {
    const asked = new AbortController();
    void read(0, asked.signal);
    return () => asked.abort();
  }, [read, revision]);

  if (failure) {
    return (
      <ErrorState
        text={failure.message}
        requestId={failure.requestId}
        busy={busy}
        onRetry={() => void read(events?.length ?? 0)}
      />
    );
  }
  if (!events) return <SkeletonRows rows={4} />;
  if (events.length === 0) return <EmptyState title={texts.noHistory}>{texts.noBroadcasts}</EmptyState>;
  return (
    <div className="grid gap-4">
      <ol className="grid gap-3 border-l-2 border-line pl-4">
        {events.map((event, at) => (
          <li key={at} className="min-w-0">
            <p className="font-medium">{texts.historyKinds[event.kind]}</p>
            <p className="text-[0.8125rem] text-muted">
              <time dateTime={event.at}>{formatMoment(event.at)}</time>
              {event.by && ` · ${event.by}`}
            </p>
            {event.text && (
              <p className="[overflow-wrap:anywhere]">
                {event.importId ? (
                  <Link
                    to={`/customer-master/error/${event.importId}`}
                    className="text-accent-ink underline underline-offset-2"
                  >
                    {event.text}
                  </Link>
                ) : (
                  event.text
                )}
              </p>
            )}
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button className="justify-self-start" busy={busy} onClick={() => void read(events.length)}>
          {texts.showMore}
        </Button>
      )}
      <p className="text-[0.8125rem] text-muted">{texts.noBroadcasts}</p>
    </div>
  );
}
