import { Link } from "react-router";
import { Badge } from "#app/components/ui/badge.tsx";
import { RowButton } from "#app/components/ui/row-buttons.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import { seeingBroadcasts } from "#workers/contract/endpoints/broadcasts.ts";
import type { SentMessage } from "#workers/contract/endpoints/reports-of-messages.ts";
import { RecipientBadge } from "#app/features/message-status/recipient-badge.tsx";

/** One message per row; a press opens its steps. In a narrow window the rest stands below whom it went to. */
export function SentTable({
  messages,
  onOpen,
}: {
  messages: readonly SentMessage[];
  onOpen: (message: SentMessage) => void;
}) {
  const { head } = texts;
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th className="max-sm:hidden">{head.time}</Th>
          <Th>{head.to}</Th>
          <Th className="max-lg:hidden">{head.channel}</Th>
          <Th className="max-md:hidden">{head.source}</Th>
          <Th className="max-lg:hidden">{head.message}</Th>
          <Th>{head.status}</Th>
          <Th className="max-xl:hidden">{head.vendorId}</Th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <Row key={message.id} message={message} onOpen={() => onOpen(message)} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ message, onOpen }: { message: SentMessage; onOpen: () => void }) {
  const { at, to, name, channelName, currentDeliveryStatus, replied, reason, hint, transId } = message;
  const whom = to || texts.erased;
  const channel = channelName || texts.noChannel;
  return (
    <tr className="relative">
      <TimeTd at={at} className="max-sm:hidden" />
      <RowTh className="min-w-44">
        <RowButton aria-label={texts.openStatus(whom)} onClick={onOpen} className="[overflow-wrap:anywhere]">
          <bdi className="tabular-nums">{whom}</bdi>
        </RowButton>
        {name && <bdi className="block text-[0.8125rem] font-normal text-muted">{name}</bdi>}
        <span className="block text-[0.8125rem] font-normal text-muted sm:hidden">{formatMoment(at)}</span>
        <span className="block text-[0.8125rem] font-normal text-muted lg:hidden">
          {channel}, {what(message)}
        </span>
      </RowTh>
      <Td className="max-w-48 [overflow-wrap:anywhere] max-lg:hidden">{channel}</Td>
      <Td className="max-w-56 min-w-32 [overflow-wrap:anywhere] max-md:hidden">
        <Source message={message} />
      </Td>
      <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere] max-lg:hidden">{what(message)}</Td>
      <Td>
        <span className="grid justify-items-start gap-1">
          <span className="flex flex-wrap gap-1">
            <RecipientBadge status={currentDeliveryStatus} />
            {replied && <Badge tone="success">{broadcastsTexts.view.replied}</Badge>}
          </span>
          {(reason || hint) && (
            <span className="line-clamp-3 max-w-80 min-w-32 text-[0.8125rem] text-muted">
              {[reason, hint].filter(Boolean).join(" ")}
            </span>
          )}
        </span>
      </Td>
      <Td className="max-w-56 max-xl:hidden">
        <code className="line-clamp-2 text-xs [overflow-wrap:anywhere]">{transId}</code>
      </Td>
    </tr>
  );
}

const what = ({ templateName, kind }: SentMessage): string => templateName || (texts.kinds[kind] ?? kind);

const link = "relative z-10 rounded text-accent-ink underline underline-offset-2";

/** The source of a message, and a link to it for people who may go there. */
function Source({ message: { source, broadcast, chat } }: { message: SentMessage }) {
  const can = useCan();
  const word = texts.sources[source];
  if (broadcast) {
    const may = seeingBroadcasts.kind === "permission" && seeingBroadcasts.anyOf.some((each) => can(each));
    return (
      <>
        <span className="block">{word}</span>
        {may ? (
          <Link
            to={`/campaigns/broadcast/${broadcast.id}`}
            aria-label={texts.openBroadcast(broadcast.name)}
            className={link}
          >
            <bdi>{broadcast.name}</bdi>
          </Link>
        ) : (
          <bdi className="text-[0.8125rem] text-muted">{broadcast.name}</bdi>
        )}
      </>
    );
  }
  const mayOpen = chat && can(chat.isOpen ? "CHAT.HANDLE" : "CHAT.VIEW_CHATHISTORY");
  return (
    <>
      <span className="block">{word}</span>
      {mayOpen && (
        <Link
          to={chat.isOpen ? `/chat/conversation?queue=all&chat=${chat.id}` : `/chat/history?chat=${chat.id}`}
          className={link}
        >
          {texts.openChat}
        </Link>
      )}
    </>
  );
}
