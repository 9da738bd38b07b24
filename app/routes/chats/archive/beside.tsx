import { Megaphone, Route, Server } from "lucide-react";
import { Link } from "react-router";
import { RecipientBadge } from "#app/features/message-status/recipient-badge.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import type { SentBeside } from "#workers/contract/endpoints/conversations.ts";

const ICONS = { broadcast: Megaphone, journey: Route, system: Server } as const;

/** A message to the same person that stands in no chat, among those of the chat and marked as none of them. */
export function Beside({ sent: { kind, broadcast, channelName, status, text, at } }: { sent: SentBeside }) {
  const may = useCan();
  const Icon = ICONS[kind];
  const seesBroadcasts = may("CAMPAIGNS.VIEW", "CAMPAIGNS.CREATE", "CAMPAIGNS.EDIT", "CAMPAIGNS.START");
  return (
    <li className="grid min-w-0 justify-items-start gap-1 rounded-lg border border-dashed border-line px-3 py-2 text-[0.8125rem]">
      <span className="flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted [&>svg]:size-3.5 [&>svg]:shrink-0">
        <Icon aria-hidden />
        <span className="font-medium">{texts.besideLabel}:</span>
        <bdi className="[overflow-wrap:anywhere]">
          {[texts.besideKinds[kind], broadcast?.name, channelName].filter(Boolean).join(" · ")}
        </bdi>
        <RecipientBadge status={status} />
        <time dateTime={at}>{formatShortDay(at)}</time>
      </span>
      {text && (
        <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
          {text}
        </p>
      )}
      {broadcast && seesBroadcasts && (
        <Link
          to={`/campaigns/broadcast/${broadcast.id}`}
          className="min-h-6 text-xs text-accent-ink underline underline-offset-2"
        >
          {texts.openBroadcast}
        </Link>
      )}
    </li>
  );
}
