import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { MoreButton } from "#app/features/more-pages/more-pages.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { uiTexts } from "#texts/ui.ts";
import { waFlowListTexts as texts } from "#texts/wa-flow-list.ts";
import { keptFiles } from "#workers/contract/wa-flows/files.ts";
import { FileOfAnswer } from "./flow-file.tsx";
import { listWaFlowAnswers, type WaFlowEntry } from "#workers/contract/endpoints/wa-flows.ts";

const PAGE = 20;

const wordsOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

/** Words, or files with a button each. */
function Value({ value }: { value: unknown }) {
  const files = keptFiles(value);
  if (!files) return wordsOf(value);
  return (
    <ul className="inline-flex flex-wrap gap-2 align-top">
      {files.map((file) => (
        <li key={file.file}>
          <FileOfAnswer file={file} />
        </li>
      ))}
    </ul>
  );
}

/** Answers that people have sent through a flow, newest first. */
export function AnswersDialog({ flow: { id, name }, onClose }: { flow: WaFlowEntry; onClose: () => void }) {
  const [pages, setPages] = useState(1);
  const { answer, failure, asking, reload } = useQueryOf(
    listWaFlowAnswers,
    { params: { id }, query: { from: 0, perPage: pages * PAGE } },
    { keepsLast: true },
  );
  return (
    <Dialog
      open
      size="xl"
      onClose={onClose}
      title={texts.answersOf(name)}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <div className="grid grid-cols-1 gap-3">
        <div>
          <Button size="sm" onClick={reload}>
            {texts.reload}
          </Button>
        </div>
        {failure && (
          <ErrorState title={texts.answersFailed} text={failure.message} busy={asking} onRetry={reload} />
        )}
        {!answer && !failure && <BusyLine />}
        {answer?.answers.length === 0 && (
          <EmptyState title={texts.answersNone}>{texts.answersNoneText}</EmptyState>
        )}
        {answer && answer.answers.length > 0 && (
          <Table caption={texts.answersOf(name)}>
            <thead>
              <tr>
                <Th>{texts.at}</Th>
                <Th>{texts.customer}</Th>
                <Th>{texts.answer}</Th>
                <Th>{texts.journey}</Th>
              </tr>
            </thead>
            <tbody>
              {answer.answers.map((each) => (
                <tr key={each.id}>
                  <RowTh className="whitespace-nowrap">{formatMoment(each.at)}</RowTh>
                  <Td className="min-w-28">{each.customerName || texts.nobody}</Td>
                  <Td className="min-w-48">
                    <dl>
                      {Object.entries(each.values).map(([part, value]) => (
                        <div key={part} className="[overflow-wrap:anywhere]">
                          <dt className="inline text-muted">{part}: </dt>
                          <dd className="inline">
                            <Value value={value} />
                          </dd>
                        </div>
                      ))}
                    </dl>
                  </Td>
                  <Td className="min-w-28">{each.run?.automation.name ?? ""}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {answer && (
          <MoreButton
            hasMore={answer.more}
            count={answer.answers.length}
            busy={asking}
            onMore={() => setPages(pages + 1)}
          >
            {texts.more}
          </MoreButton>
        )}
      </div>
    </Dialog>
  );
}
