import { pageLocale } from "#app/lib/language/language.ts";
import { X } from "lucide-react";
import { useRef } from "react";
import { call } from "#app/data/api.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { FileButton } from "#app/components/ui/file-button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Table, Td, Th } from "#app/components/ui/table.tsx";
import { useSending } from "#app/features/file-upload/use-sending.ts";
import { useSendingGuard } from "#app/features/file-upload/use-sending-guard.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { importsTexts } from "#texts/imports.ts";
import { uiTexts } from "#texts/ui.ts";
import { checkDataFile, MOST_DATA_ROWS } from "#workers/contract/endpoints/data-files.ts";
import { idOf } from "./broadcast-draft.ts";
import { useForm } from "./form-context.ts";
import { recipientWords } from "./recipient-words.ts";
import { useDataFile } from "./use-data-file.ts";

const texts = broadcastsTexts.dataFile;
/** So many columns of the first rows are shown. */
const COLUMNS = 6;
const ROWS = 3;
const inspect = (path: string, signal: AbortSignal) => call(checkDataFile, { body: { path }, signal });

/** A file whose rows get it, too, and the column with their numbers. */
export function DataFileField() {
  const { draft, change, problemAt } = useForm();
  const { file } = draft;
  const chosen = useRef<File>(undefined);
  const sending = useSending(inspect, (_, { path, name, column }) =>
    change({ file: { path, name, column } }, "file", "numbers"),
  );
  const busy = sending.share !== undefined;
  useSendingGuard(busy);
  const send = (next: File) => {
    chosen.current = next;
    void sending.send(next);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FileButton
          label={texts.choose}
          accept=".csv,.txt,.xlsx,.zip"
          busy={busy}
          onOpen={sending.cancel}
          onChosen={send}
        >
          {file ? texts.another : texts.choose}
        </FileButton>
        {busy && <Button onClick={sending.cancel}>{uiTexts.cancel}</Button>}
        {sending.canGoOn && (
          <Button tone="primary" onClick={() => chosen.current && send(chosen.current)}>
            {importsTexts.sendAgain}
          </Button>
        )}
        {!file && !busy && (
          <span className="text-[0.8125rem] text-muted">
            {texts.hint(MOST_DATA_ROWS.toLocaleString(pageLocale()))}
          </span>
        )}
      </div>
      {busy && <Progress label={importsTexts.sending} value={sending.share} />}
      <p role="status" className="text-muted empty:hidden">
        {sending.waiting === undefined ? "" : importsTexts.sendingAgain(sending.waiting)}
      </p>
      <Failure text={sending.failure} />
      {file && !busy && <ChosenFile problem={problemAt("file")} />}
    </div>
  );
}

function ChosenFile({ problem }: { problem: string | undefined }) {
  const { draft, change } = useForm();
  const { file } = draft;
  const words = recipientWords(draft.type);
  const { read, headers, failure } = useDataFile(file);
  if (!file) return null;
  return (
    <div className="grid gap-3 rounded-md border border-edge p-3">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="font-medium">{file.name}</span>
          {read && <span className="text-muted tabular-nums"> · {texts.rows(read.total)}</span>}
        </p>
        <IconButton
          size="sm"
          label={texts.remove(file.name)}
          icon={<X aria-hidden />}
          onClick={() => change({ file: null }, "file", "numbers")}
        />
      </div>
      {failure && <Banner kind="error">{failure.message}</Banner>}
      <Field
        id={idOf("file")}
        label={words.column}
        hint={words.columnHint}
        error={problem}
        className="max-w-md"
      >
        <Select
          value={file.column}
          options={[
            { value: "", label: broadcastsTexts.form.column },
            ...(headers.length > 0 ? headers : [file.column])
              .filter((each) => each !== "")
              .map((each) => ({ value: each, label: each })),
          ]}
          onChange={(column) => change({ file: { ...file, column } }, "file", "numbers")}
        />
      </Field>
      {read && read.rows.length > 0 && (
        <div className="overflow-x-auto">
          <Table caption={texts.firstRows}>
            <thead>
              <tr>
                {read.headers.slice(0, COLUMNS).map((header, at) => (
                  // Headers may repeat.
                  <Th key={at}>{header}</Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {read.rows.slice(0, ROWS).map((row, at) => (
                <tr key={at}>
                  {row.slice(0, COLUMNS).map((cell, column) => (
                    <Td key={column} className="max-w-48 min-w-20 [overflow-wrap:anywhere]">
                      {cell}
                    </Td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </div>
  );
}
