import type { ReactNode } from "react";
import { isGone, useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { chatsTexts } from "#texts/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { getChat } from "#workers/contract/endpoints/chats.ts";

/** The frame of an open chat: on its way, no longer there, failed, or what its caller makes of it. */
export function ChatFrame({
  id,
  gone,
  fills = false,
  onClose,
  onNext,
  children,
}: {
  id: string;
  gone: { title: string; text: string };
  /** Its surroundings say how high it is, also in a narrow window. */
  fills?: boolean;
  onClose: () => void;
  /** Shows another chat of the list, where there is one: whoever comes too late for this one goes on. */
  onNext?: (() => void) | undefined;
  children: (read: ReplyOf<typeof getChat>) => ReactNode;
}) {
  const { answer, failure, reload } = useQueryOf(getChat, { params: { id }, query: {} });
  return (
    <section
      data-chat-pane
      tabIndex={-1}
      className={cx(
        "flex h-full min-h-0 flex-col rounded-lg border border-line bg-surface",
        "focus-visible:outline-2 focus-visible:outline-accent",
        !fills && "max-lg:h-[max(26rem,calc(100dvh-5rem))]",
      )}
    >
      {failure && isGone(failure) ? (
        <EmptyState
          title={gone.title}
          action={
            <>
              {onNext && (
                <Button tone="primary" onClick={onNext}>
                  {chatsTexts.next}
                </Button>
              )}
              <Button onClick={onClose}>{chatsTexts.back}</Button>
            </>
          }
        >
          {gone.text}
        </EmptyState>
      ) : answer ? (
        children(answer)
      ) : failure ? (
        <ErrorState
          title={chatsTexts.failed}
          text={failure.message}
          requestId={failure.requestId}
          onRetry={reload}
        />
      ) : (
        <div className="p-4">
          <SkeletonRows rows={6} />
        </div>
      )}
    </section>
  );
}
