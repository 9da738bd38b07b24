import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Markdown } from "#app/components/markdown.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatDayFirst, formatShare } from "#app/lib/format.ts";
import { reportsTexts } from "#texts/reports.ts";
import { reviewTexts } from "#texts/review.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReportMessage } from "#workers/contract/endpoints/reports.ts";
import { NewIntentDialog } from "../review/new-intent-dialog.tsx";
import { Teach } from "../try-it/teach.tsx";
import { Confidence, emotionText } from "./message-table.tsx";

const texts = reportsTexts;
const { columns } = texts;

/** One message with its match and the other candidates; it can be taught in place. */
export function MessageDialog({
  agentId,
  message,
  among,
  open,
  onMove,
  onClose,
  onTalk,
  onTaught,
}: {
  agentId: string;
  message: ReportMessage;
  /** The list that it was opened from, in which one can go on. */
  among: readonly ReportMessage[];
  open: boolean;
  onMove: (to: ReportMessage) => void;
  onClose: () => void;
  onTalk: () => void;
  onTaught?: () => void;
}) {
  const [naming, setNaming] = useState(false);
  // A notice about a message belongs to that message only.
  const [created, setCreated] = useState({ id: "", text: "" });
  const { userMessage, otherIntent } = message;
  const at = among.findIndex(({ id }) => id === message.id);
  const step = (by: number) => {
    const to = among[at + by];
    return at >= 0 && to ? () => onMove(to) : undefined;
  };
  return (
    <>
      <Dialog
        open={open && !naming}
        onClose={onClose}
        size="lg"
        title={texts.details}
        footer={
          <>
            <div className="mr-auto flex items-center gap-1">
              <Step label={texts.previousMessage} icon={<ChevronLeft aria-hidden />} onGo={step(-1)} />
              <Step label={texts.nextMessage} icon={<ChevronRight aria-hidden />} onGo={step(1)} />
              <p role="status" className="ml-1 text-[0.8125rem] text-muted tabular-nums">
                {at >= 0 && texts.messageOf(at + 1, among.length)}
              </p>
            </div>
            <Button onClick={onTalk}>{texts.wholeConversation}</Button>
            <Button tone="primary" onClick={onClose}>
              {uiTexts.close}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <blockquote className="rounded-lg bg-sunken px-3 py-2 break-words whitespace-pre-wrap">
            <bdi>{userMessage}</bdi>
          </blockquote>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 [&>dd]:break-words [&>dt]:text-muted">
            <dt>{columns.date}</dt>
            <dd>{formatDayFirst(message.createdOn)}</dd>
            <dt>{columns.intent}</dt>
            <dd>{message.intent ?? reportsTexts.notUnderstood}</dd>
            <dt>{columns.confidence}</dt>
            <dd className="max-w-40 tabular-nums">
              <Confidence share={message.confidence} weak={message.weak || !message.intentIdentified} />
            </dd>
            <dt>{columns.phrase}</dt>
            <dd>{message.utterance ?? "–"}</dd>
            <dt>{columns.response}</dt>
            <dd>
              <Markdown text={message.botResponse} />
            </dd>
            <dt>{columns.emotion}</dt>
            <dd>{emotionText(message.emotion) || "–"}</dd>
          </dl>
          {otherIntent.length > 0 && (
            <section>
              <h3 className="mb-1 font-semibold">{texts.otherIntents}</h3>
              <Table caption={texts.otherIntents}>
                <thead>
                  <tr>
                    <Th>{columns.intent}</Th>
                    <Th>{columns.confidence}</Th>
                    <Th>{columns.phrase}</Th>
                  </tr>
                </thead>
                <tbody>
                  {otherIntent.map(({ intent, confidence, utterance }) => (
                    <tr key={intent}>
                      <RowTh>
                        <bdi>{intent}</bdi>
                      </RowTh>
                      <Td className="tabular-nums">{formatShare(confidence)}</Td>
                      <Td>{utterance ? <bdi>{utterance}</bdi> : "–"}</Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </section>
          )}
          <section className="grid justify-items-start gap-2">
            <Teach
              key={message.id}
              agentId={agentId}
              said={userMessage}
              onTaught={() => {
                setCreated({ id: "", text: "" });
                onTaught?.();
              }}
            />
            <Button size="sm" onClick={() => setNaming(true)}>
              {reviewTexts.newIntent}
            </Button>
            <p role="status">{created.id === message.id && created.text}</p>
          </section>
        </div>
      </Dialog>
      <NewIntentDialog
        agentId={agentId}
        title={userMessage}
        said={[userMessage]}
        open={open && naming}
        onClose={() => setNaming(false)}
        onCreated={(outcome) => {
          setNaming(false);
          setCreated({ id: message.id, text: outcome });
          onTaught?.();
          return Promise.resolve();
        }}
      />
    </>
  );
}

/** To the message beside this one; at the end of the list it stays, so that the focus does. */
function Step({ label, icon, onGo }: { label: string; icon: ReactNode; onGo: (() => void) | undefined }) {
  return <IconButton label={label} icon={icon} side="top" aria-disabled={!onGo} onClick={onGo} />;
}
