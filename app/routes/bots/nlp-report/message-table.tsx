import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatDayFirst, formatShare } from "#app/lib/format.ts";
import { plainText } from "#app/lib/plain-text.ts";
import { emotionsTexts } from "#texts/emotions.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import type { EmotionName } from "#workers/contract/emotions.ts";
import type { ReportMessage } from "#workers/contract/endpoints/reports.ts";

const { columns } = texts;

/** Returns an emotion's name and emoji. */
export const emotionText = (emotion: string | null): string =>
  emotion ? emotionsTexts[emotion as EmotionName].join(" ") : "";

export function MessageTable({
  messages: rows,
  onOpen,
}: {
  messages: readonly ReportMessage[];
  onOpen: (message: ReportMessage) => void;
}) {
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          {Object.values(columns).map((name) => (
            <Th key={name}>{name}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          // A larger click target only: the button in the row does the same for keyboards.
          <tr key={row.id} className="cursor-pointer" onClick={() => onOpen(row)}>
            <RowTh className="max-w-64">
              <button
                type="button"
                aria-label={texts.openRow(row.userMessage)}
                className="block min-h-6 max-w-full truncate text-left text-accent-ink underline-offset-2 hover:underline"
              >
                <bdi>{row.userMessage}</bdi>
              </button>
            </RowTh>
            <Td className="whitespace-nowrap tabular-nums">{formatDayFirst(row.createdOn)}</Td>
            <Td>{row.intentIdentified ? texts.yes : texts.no}</Td>
            <Td className="max-w-40 truncate">{row.intent}</Td>
            <Td className="tabular-nums">{formatShare(row.confidence)}</Td>
            <Td className="max-w-52 truncate">{row.utterance}</Td>
            <Td className="max-w-64 truncate">{plainText(row.botResponse)}</Td>
            <Td className="whitespace-nowrap">{emotionText(row.emotion)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
