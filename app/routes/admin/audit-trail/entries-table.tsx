import { RowButton } from "#app/components/ui/row-buttons.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { auditTrailTexts as texts } from "#texts/audit-trail.ts";
import type { AuditTrailEntry } from "#workers/contract/endpoints/audit-trail.ts";
import { whatOf } from "#app/features/audit-words/words.ts";

/** One entry per row; the action opens its details. */
export function EntriesTable({
  entries,
  onOpen,
}: {
  entries: readonly AuditTrailEntry[];
  onOpen: (id: string) => void;
}) {
  return (
    <Table caption={texts.tableOf}>
      <thead>
        <tr>
          <Th>{texts.what}</Th>
          <Th>{texts.object}</Th>
          <Th>{texts.who}</Th>
          <Th>{texts.when}</Th>
          <Th>{texts.address}</Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} className="relative">
            <RowTh className="min-w-40">
              <RowButton
                aria-label={texts.detailsOf(`${whatOf(entry)} ${entry.object.name}`)}
                onClick={() => onOpen(entry.id)}
                className="min-h-6"
              >
                {whatOf(entry)}
              </RowButton>
            </RowTh>
            <Td className="max-w-80 min-w-32 [overflow-wrap:anywhere]">{entry.object.name || "-"}</Td>
            <Td className="min-w-28 [overflow-wrap:anywhere]">{entry.who.name}</Td>
            <TimeTd at={entry.at} />
            <Td className="whitespace-nowrap text-muted">{entry.address || "-"}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
