import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { DayFilter } from "#app/kit/day-filter.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatMoment } from "#app/lib/format.ts";
import { formEditorTexts } from "#texts/form-editor.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  type FormDraft,
  formSubmissionsCsv,
  type FormSubmission,
  listFormSubmissions,
} from "#workers/contract/endpoints/forms.ts";
import { answerText } from "#workers/contract/forms/answers.ts";
import { sentFile } from "#workers/contract/sent-file.ts";
import { FIELD_TYPES, type FormContent } from "#workers/contract/forms/form.ts";

const texts = formEditorTexts.submissions;
const PAGE = 20;
/** Columns beside when and who; the rest stands with the whole answer. */
const MOST_COLUMNS = 3;

/** People's answers, by days and version; each can be opened in full. */
export function Submissions({
  draft: { id, name, figures },
  form,
  version,
}: {
  draft: FormDraft;
  form: FormContent;
  version: number | null;
}) {
  const [filters, setFilters] = useState({ from_day: "", to_day: "", version: "" });
  const [pages, setPages] = useState(1);
  const [open, setOpen] = useState<FormSubmission>();
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
  const { answer, failure, asking, reload } = useQueryOf(
    listFormSubmissions,
    { params: { id }, query: { ...query, from: 0, perPage: pages * PAGE } },
    { keepsLast: true },
  );
  const asked = form.fields.filter(({ type }) => FIELD_TYPES[type] !== null);
  const columns = asked.slice(0, MOST_COLUMNS);
  const set = (part: Partial<typeof filters>) => {
    setPages(1);
    setFilters((before) => ({ ...before, ...part }));
  };
  const versions = Array.from({ length: version ?? 0 }, (_, at) => String((version ?? 0) - at));
  const isFiltered = Object.keys(query).length > 0;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <DayFilter label={texts.from} value={filters.from_day} onChange={(day) => set({ from_day: day })} />
        <DayFilter label={texts.to} value={filters.to_day} onChange={(day) => set({ to_day: day })} />
        <Field label={texts.version} className="w-40 max-sm:w-full">
          <Select
            value={filters.version}
            options={[
              { value: "", label: texts.all },
              ...versions.map((value) => ({ value, label: formEditorTexts.versionOf(Number(value)) })),
            ]}
            onChange={(chosen) => set({ version: chosen })}
          />
        </Field>
        <ExportButton
          endpoint={formSubmissionsCsv}
          input={{ params: { id }, query }}
          fileName={`${name}.csv`}
          label={texts.csv}
        />
        <Button onClick={reload}>{texts.reload}</Button>
      </div>
      <Figures figures={figures} />
      {failure && <ErrorState title={texts.failed} text={failure.message} busy={asking} onRetry={reload} />}
      {!answer && !failure && <BusyLine />}
      {answer?.submissions.length === 0 && (
        <EmptyState title={isFiltered ? texts.noneFound : texts.none}>
          {isFiltered ? texts.noneFoundText : texts.noneText}
        </EmptyState>
      )}
      {answer && answer.submissions.length > 0 && (
        <Table caption={texts.table}>
          <thead>
            <tr>
              <Th>{texts.at}</Th>
              <Th>{texts.customer}</Th>
              {columns.map((field) => (
                <Th key={field.id}>{field.label}</Th>
              ))}
              <Th>{texts.version}</Th>
            </tr>
          </thead>
          <tbody>
            {answer.submissions.map((each) => (
              <tr key={each.id}>
                <RowTh className="whitespace-nowrap">
                  <button
                    type="button"
                    aria-label={texts.open(formatMoment(each.at))}
                    onClick={() => setOpen(each)}
                    className="finger min-h-6 rounded font-medium text-accent-ink underline underline-offset-2"
                  >
                    {formatMoment(each.at)}
                  </button>
                </RowTh>
                <Td className="min-w-28">
                  <CustomerName of={each} />
                </Td>
                {columns.map((field) => (
                  <Td key={field.id} className="max-w-60 min-w-28">
                    <span className="line-clamp-2 [overflow-wrap:anywhere]">
                      {answerText(each.answers[field.id])}
                    </span>
                  </Td>
                ))}
                <Td>{each.version}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {answer?.more && (
        <div>
          <Button onClick={() => setPages(pages + 1)}>{texts.more}</Button>
        </div>
      )}
      {open && (
        <Dialog
          open
          onClose={() => setOpen(undefined)}
          title={texts.detail}
          footer={<Button onClick={() => setOpen(undefined)}>{uiTexts.close}</Button>}
        >
          <dl className="grid gap-3">
            <Entry term={texts.at}>{formatMoment(open.at)}</Entry>
            <Entry term={texts.customer}>
              <CustomerName of={open} />
            </Entry>
            <Entry term={texts.language}>{open.language}</Entry>
            {Object.entries(open.answers).map(([field, value]) => (
              <Entry key={field} term={asked.find((each) => each.id === field)?.label || field}>
                <Answer value={value} />
              </Entry>
            ))}
          </dl>
        </Dialog>
      )}
    </div>
  );
}

/** How many came how far: from a link to an answer. */
function Figures({ figures }: Pick<FormDraft, "figures">) {
  const { open: label, hint, ...names } = formEditorTexts.figures;
  return (
    <div>
      <dl aria-label={label} className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {(["sent", "opened", "started", "submitted"] as const).map((each) => (
          <div key={each} className="rounded-lg border border-line bg-surface px-4 py-3">
            <dt className="text-[0.8125rem] text-muted">{names[each]}</dt>
            <dd className="text-xl font-semibold tabular-nums">{formatCount(figures[each])}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1.5 text-[0.8125rem] text-muted">{hint}</p>
    </div>
  );
}

const CustomerName = ({
  of: { customerId, customerName },
}: {
  of: Pick<FormSubmission, "customerId" | "customerName">;
}) =>
  customerId === null ? (
    texts.nobody
  ) : (
    <Link
      to={`/customer-master/customers/view/${customerId}`}
      className="rounded text-accent-ink underline underline-offset-2"
    >
      <bdi>{customerName}</bdi>
    </Link>
  );

/** A file is opened in the chat in which it came. */
function Answer({ value }: { value: unknown }) {
  const file = sentFile(value);
  if (!file) return answerText(value);
  return (
    <a href={file.url} className="rounded text-accent-ink underline underline-offset-2">
      {texts.file(answerText(value))}
    </a>
  );
}

const Entry = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">{term}</dt>
    <dd className="[overflow-wrap:anywhere] whitespace-pre-line">{children}</dd>
  </div>
);
