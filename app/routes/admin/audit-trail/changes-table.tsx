import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { auditTrailTexts as texts } from "#texts/audit-trail.ts";
import type { AuditChange } from "#workers/contract/endpoints/audit-trail.ts";

/** Values with more characters than this are folded. */
const SHORT = 240;

/** Old and new value of each field, marked by a word and a line as well as by colour. */
export function ChangesTable({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <Table caption={texts.changes} captionHidden={false}>
      <thead>
        <tr>
          <Th>{texts.field}</Th>
          <Th>{texts.before}</Th>
          <Th>{texts.after}</Th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <RowTh className="align-top [overflow-wrap:anywhere]">{field}</RowTh>
            <Td className="max-w-96 min-w-32 align-top [overflow-wrap:anywhere]">
              <Value text={before} mark="del" />
            </Td>
            <Td className="max-w-96 min-w-32 align-top [overflow-wrap:anywhere]">
              <Value text={after} mark="ins" />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Value({ text, mark }: { text: string | null; mark: "del" | "ins" }) {
  if (text === null || text === "") return <span className="text-muted">{texts.nothing}</span>;
  const Mark = mark;
  const marked = (part: string) => (
    <Mark
      className={
        mark === "del"
          ? "rounded bg-danger-soft px-1 whitespace-pre-wrap text-danger-ink line-through decoration-1"
          : "rounded bg-success-soft px-1 whitespace-pre-wrap text-success-ink no-underline"
      }
    >
      {part}
    </Mark>
  );
  if (text.length <= SHORT) return marked(text);
  return (
    <details>
      <summary className="cursor-pointer">
        {marked(`${text.slice(0, SHORT)}…`)}{" "}
        <span className="text-accent-ink underline">{texts.showAll}</span>
      </summary>
      <div className="mt-2 max-h-80 overflow-y-auto">{marked(text)}</div>
    </details>
  );
}
