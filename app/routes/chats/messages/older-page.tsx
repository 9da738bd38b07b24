import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { getChat } from "#workers/contract/endpoints/chats.ts";
import { endOf } from "./windowing.ts";

/** Pages that only fly by are not asked for. */
const SETTLED_MS = 80;

/** A page of what is older, which takes its room before it is there. */
export function OlderPage({
  chatId,
  page,
  height,
  onShown,
  render,
}: {
  chatId: string;
  page: number;
  height: number;
  onShown: () => void;
  render: (part: ReplyOf<typeof getChat>) => ReactNode;
}) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  const { answer, failure, reload } = useQueryOf(
    getChat,
    { params: { id: chatId }, query: { before: endOf(page) } },
    { enabled: wanted },
  );
  useLayoutEffect(onShown, [answer, onShown]);
  if (answer)
    return (
      <div data-page={page} data-ready="">
        {render(answer)}
      </div>
    );
  return (
    <div data-page={page} style={{ height }} className="overflow-hidden">
      {failure ? (
        <ErrorState
          title={texts.failed}
          text={failure.message}
          requestId={failure.requestId}
          onRetry={reload}
        />
      ) : (
        <SkeletonRows rows={12} />
      )}
    </div>
  );
}
