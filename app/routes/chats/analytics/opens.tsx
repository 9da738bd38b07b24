import { Link } from "react-router";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { can, useSession } from "#app/session/session.ts";
import { chatAnalyticsTexts as texts } from "#texts/chat-analytics.ts";
import { chatRatingTexts as ratingTexts } from "#texts/chat-rating.ts";
import type { EndedChats } from "#workers/contract/endpoints/chat-analytics.ts";

/** The address of the chats of a figure, by more of the history's search params. */
export type OpensOf = (more: Record<string, string>) => string;

/** People who may not read ended chats see the same figures, which then open nothing. */
export function useMayOpen(): boolean {
  const { profile } = useSession();
  return can(profile, ["CHAT.VIEW_CHATHISTORY"]);
}

/** A count that opens its chats, for who may read ended ones. */
export function Opens({ to, count }: { to: string; count: number }) {
  const mayOpen = useMayOpen();
  if (count === 0 || !mayOpen) return formatCount(count);
  return (
    <Link to={to} className="text-accent-ink underline">
      {formatCount(count)}
    </Link>
  );
}

/** The average rating, from 1 to 5, and the chats that it is of. */
export function Rating({
  of: { rated, rating },
  to,
}: {
  of: Pick<EndedChats, "rated" | "rating">;
  to: string;
}) {
  if (rating === null) return texts.nothing;
  const average = formatCount(rating);
  return (
    <>
      <span className="sr-only">{ratingTexts.average(average, rated)}</span>
      <span aria-hidden>★ {average} </span>
      <span className="text-[0.8125rem] font-normal">
        (<Opens to={to} count={rated} />)
      </span>
    </>
  );
}

/** An average time, and the chats that it is of. */
export function Average({ seconds, count, to }: { seconds: number; count: number; to: string }) {
  if (count === 0) return texts.nothing;
  return (
    <>
      {formatSeconds(seconds)}{" "}
      <span className="text-[0.8125rem] font-normal">
        (<Opens to={to} count={count} />)
      </span>
    </>
  );
}
