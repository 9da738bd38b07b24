import { Plus } from "lucide-react";
import { type ClipboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { uiTexts } from "#texts/ui.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { newRow, type Row, rowsOf, withPasted, withWords, wordsOf } from "./entity-draft.ts";
import { ValueRow, valueId } from "./value-row.tsx";

const WordsDialog = lazily(
  () => import("./words-dialog.tsx"),
  (module) => module.WordsDialog,
);
const SHOWN_AT_ONCE = 50;
const SEARCH_FROM = 20;
export const ADD_ID = "add-value";

/** The values of an entity, one per row: Value, Type, Synonyms/Pattern, Action. Long lists are shown in parts. */
export function ValueRows({
  agentId,
  rows,
  problems,
  onChange,
  onLeave,
}: {
  agentId: string;
  rows: Row[];
  /** Errors by `rows.<key>.value` and `rows.<key>.words`; only those ready to be shown. */
  problems: Record<string, string>;
  onChange: (change: (rows: Row[]) => Row[]) => void;
  onLeave: (field: string) => void;
}) {
  const [openedKey, setOpenedKey] = useState<number>();
  const opened = rows.find(({ key }) => key === openedKey);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const [query, setQuery] = useState("");
  /** Rows added here, which are shown wherever they are in the list. */
  const [own, setOwn] = useState<ReadonlySet<number>>(new Set());
  const toFocus = useRef<string>(undefined);
  const confirm = useConfirm();
  const toast = useToast();
  useEffect(() => {
    if (toFocus.current) document.getElementById(toFocus.current)?.focus();
    toFocus.current = undefined;
  });

  const set = (key: number, change: Partial<Row>) =>
    onChange((now) => now.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const searching = rows.length > SEARCH_FROM && query !== "";
  const holds = (text: string) => nameKey(text).includes(nameKey(query));
  const numbered = rows.map((row, at) => ({ row, at }));
  const found = searching
    ? numbered.filter(({ row }) => own.has(row.key) || holds(row.value) || wordsOf(row).some(holds))
    : numbered;
  const seen = found.filter(
    ({ row }, at) =>
      at < shown ||
      own.has(row.key) ||
      `rows.${row.key}.value` in problems ||
      `rows.${row.key}.words` in problems,
  );

  const add = () => {
    const row = newRow();
    onChange((now) => [...now, row]);
    setOwn((now) => new Set(now).add(row.key));
    toFocus.current = valueId(row.key);
  };
  const remove = async (row: Row) => {
    if (row.value !== "" || wordsOf(row).length > 0) {
      const yes = await confirm({
        title: texts.deleteValueQuestion,
        text: row.value,
        confirmLabel: uiTexts.delete,
      });
      if (!yes) return;
    }
    const at = seen.findIndex((each) => each.row.key === row.key);
    const next = seen[at + 1] ?? seen[at - 1];
    toFocus.current = next ? valueId(next.row.key) : ADD_ID;
    onChange((now) => now.filter(({ key }) => key !== row.key));
  };
  const paste = (event: ClipboardEvent, row: Row) => {
    const pasted = rowsOf(event.clipboardData.getData("text"));
    if (pasted.length < 2) return;
    event.preventDefault();
    // An empty row is replaced by the rows pasted into it.
    const others = row.value === "" && wordsOf(row).length === 0 ? rows.filter((each) => each !== row) : rows;
    const result = withPasted(others, pasted);
    onChange(() => result.rows);
    setOwn((now) => new Set([...now, ...result.added.slice(0, SHOWN_AT_ONCE).map(({ key }) => key)]));
    toFocus.current = result.added[0] && valueId(result.added[0].key);
    toast.success(texts.pasted(result.added.length, result.merged));
  };

  return (
    <div className="grid grid-cols-1 gap-2">
      {rows.length > SEARCH_FROM && (
        <SearchInput
          label={texts.searchValues}
          value={query}
          delay={100}
          onSearch={setQuery}
          className="w-full max-w-md"
        />
      )}
      <p role="status" className={searching ? "text-muted" : "sr-only"}>
        {searching ? texts.shownValues(found.length, rows.length) : ""}
      </p>
      <div
        aria-hidden
        className="hidden grid-cols-[minmax(0,2fr)_9rem_minmax(0,3fr)_3rem] gap-2 text-xs font-semibold text-muted sm:grid"
      >
        <span>{texts.value}</span>
        <span>{texts.type}</span>
        <span>{texts.synonymsOrPattern}</span>
        <span className="text-center">{texts.action}</span>
      </div>
      <ul aria-label={texts.values} className="grid grid-cols-1 gap-2">
        {seen.map(({ row, at }) => (
          <ValueRow
            key={row.key}
            row={row}
            number={at + 1}
            problem={problems[`rows.${row.key}.value`]}
            wordsProblem={problems[`rows.${row.key}.words`]}
            onChange={(change) => set(row.key, change)}
            onLeave={() => row.value && onLeave(`rows.${row.key}.value`)}
            onPaste={(event) => paste(event, row)}
            onOpen={() => setOpenedKey(row.key)}
            onRemove={() => void remove(row)}
          />
        ))}
      </ul>
      {found.length > seen.length && (
        <Button className="justify-self-center" onClick={() => setShown((now) => now + SHOWN_AT_ONCE)}>
          {texts.showMore} ({texts.shownValues(seen.length, found.length)})
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button id={ADD_ID} icon={<Plus aria-hidden />} onClick={add}>
          {texts.addRow}
        </Button>
        <p className="min-w-0 text-[0.8125rem] text-muted">{texts.pasteHint}</p>
      </div>
      {opened && (
        <WordsDialog
          agentId={agentId}
          row={opened}
          onChange={(words) => set(opened.key, withWords(opened, words))}
          onClose={() => setOpenedKey(undefined)}
        />
      )}
    </div>
  );
}
