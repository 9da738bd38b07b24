import { Table, Td, Th } from "#app/components/ui/table.tsx";
import { importsTexts as texts } from "#texts/imports.ts";
import type { ColumnTarget } from "#workers/contract/endpoints/imports.ts";
import type { Inspected } from "./choose-file.tsx";

/** More columns than these nobody reads in a sheet. */
const MOST_COLUMNS = 50;

/** The file's first rows as a sheet, under what its columns become. */
export function PreviewSheet({
  inspected: { headers, rows },
  mapping,
  labelOf,
}: {
  inspected: Inspected;
  mapping: readonly ColumnTarget[];
  labelOf: (target: ColumnTarget) => string;
}) {
  const columns = headers.slice(0, MOST_COLUMNS);
  return (
    <Table caption={texts.sheet(rows.length)} captionHidden={false}>
      <thead>
        <tr>
          {columns.map((header, at) => {
            const label = labelOf(mapping[at] ?? "");
            return (
              // Headers may repeat, so a column is identified by its index.
              <Th key={at} className="min-w-28 align-top">
                {label || <span className="font-normal">{texts.ignore}</span>}
                <span className="block max-w-40 truncate font-normal">
                  {header || texts.noHeader(at + 1)}
                </span>
              </Th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {columns.map((_, at) => (
              <Td key={at} className={mapping[at] ? undefined : "text-muted"}>
                <span className="block max-w-56 truncate">{row[at] || "-"}</span>
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
