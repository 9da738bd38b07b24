import { Inbox } from "lucide-react";
import { useState } from "react";
import type { useLoaded } from "#app/data/query.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { RowButton } from "#app/components/ui/row-buttons.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import {
  type BroadcastDetail,
  broadcastMessagesCsv,
  type listBroadcastMessages,
  type Recipient,
  RECIPIENTS_PAGE,
} from "#workers/contract/endpoints/broadcasts.ts";
import { MessageStatus } from "#app/features/message-status/message-status.tsx";
import { RecipientBadge } from "#app/features/message-status/recipient-badge.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import type { Shown } from "./statuses.ts";
import { UnconfirmedOne } from "./unconfirmed.tsx";

const texts = broadcastsTexts.view;

/** The recipients and what became of each; a press opens the steps of a message. */
export function Messages({
  broadcast,
  messages,
  shown,
  isEmpty,
}: {
  broadcast: BroadcastDetail;
  messages: ReturnType<typeof useLoaded<typeof listBroadcastMessages>>;
  shown: Shown;
  isEmpty: boolean;
}) {
  const { id, name, failures } = broadcast;
  const { go, change } = useListState();
  const [opened, setOpened] = useState<Recipient>();
  const { message: recipients, more } = messages.answer;
  const only = nameOf(shown, failures);
  const current = opened && (recipients.find((each) => each.id === opened.id) ?? opened);
  return (
    <Section
      title={texts.messages}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {only && (
            <>
              <span role="status" className="min-w-0 [overflow-wrap:anywhere]">
                {texts.filtered(only)}
              </span>
              <Button size="sm" onClick={() => change({ status: "", code: "", from: "" })}>
                {texts.showAll}
              </Button>
            </>
          )}
          {recipients.length > 0 && (
            <ExportButton
              endpoint={broadcastMessagesCsv}
              input={{ params: { id }, query: { status: shown.status, code: shown.code } }}
              fileName={broadcastsTexts.csv.fileName(name)}
              label={broadcastsTexts.csv.download}
              failed={broadcastsTexts.csv.failed}
              size="sm"
            />
          )}
        </span>
      }
    >
      <div>
        <ListBody
          list={messages}
          empty={{
            icon: <Inbox />,
            title: texts.noRecord,
            ...(only && !isEmpty && { text: texts.noneFound }),
          }}
          label={texts.pages}
          from={shown.from}
          count={recipients.length}
          more={more}
          perPage={RECIPIENTS_PAGE}
          onGo={go}
        >
          <Rows recipients={recipients} onOpen={setOpened} />
        </ListBody>
      </div>
      {current && (
        <MessageStatus recipient={current} onClose={() => setOpened(undefined)}>
          <UnconfirmedOne broadcast={broadcast} recipient={current} onSettled={() => setOpened(undefined)} />
        </MessageStatus>
      )}
    </Section>
  );
}

/** By which the recipients are narrowed down; undefined where all are shown. */
function nameOf({ status, code }: Shown, failures: BroadcastDetail["failures"]): string | undefined {
  if (code) return failures.find((each) => each.code === code)?.reason || code;
  if (status === "replied" || status === "clicked") return texts[status];
  return status ? texts.statuses[status] : undefined;
}

function Rows({
  recipients,
  onOpen,
}: {
  recipients: readonly Recipient[];
  onOpen: (recipient: Recipient) => void;
}) {
  const { head } = texts;
  return (
    <Table caption={texts.recipients}>
      <thead>
        <tr>
          <Th>{head.from}</Th>
          <Th>{head.to}</Th>
          <Th>{head.date}</Th>
          <Th>{head.status}</Th>
        </tr>
      </thead>
      <tbody>
        {recipients.map((recipient) => {
          const { id, from, to, name, currentDeliveryStatusTime: at, replied, clicked, reason } = recipient;
          return (
            <tr key={id} className="relative">
              <Td className="min-w-32 [overflow-wrap:anywhere]">{from}</Td>
              <RowTh className="min-w-36">
                <RowButton aria-label={texts.openStatus(to)} onClick={() => onOpen(recipient)}>
                  {to}
                </RowButton>
                {name && <bdi className="block text-[0.8125rem] font-normal text-muted">{name}</bdi>}
              </RowTh>
              <Td className="whitespace-nowrap tabular-nums">
                {at ? <time dateTime={at}>{formatShortDay(at)}</time> : "-"}
              </Td>
              <Td>
                <span className="grid justify-items-start gap-1">
                  <span className="flex flex-wrap gap-1">
                    <RecipientBadge status={recipient.currentDeliveryStatus} />
                    {replied && <Badge tone="success">{texts.replied}</Badge>}
                    {clicked && <Badge tone="success">{texts.clicked}</Badge>}
                  </span>
                  {reason && (
                    <span className="line-clamp-2 max-w-80 min-w-32 text-[0.8125rem] text-muted">
                      {reason}
                    </span>
                  )}
                </span>
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
