import { Table, Td, Th } from "#app/components/ui/table.tsx";
import { importsTexts as texts } from "#texts/imports.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { listErrors } from "#workers/contract/endpoints/imports.ts";

type ErrorRow = ReplyOf<typeof listErrors>["customers"]["customers"][number];

/** Rejected rows as they are in the file, each with a list of its errors. */
export function ErrorsTable({ rows, from }: { rows: ErrorRow[]; from: number }) {
  return (
    <Table caption={texts.errorsOf}>
      <thead>
        <tr>
          <Th>{texts.serial}</Th>
          <Th>{texts.errorRow}</Th>
          <Th>{texts.errors}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, lineStr, errors }, at) => (
          <tr key={line} className="[&>*]:align-top">
            <Td className="tabular-nums max-sm:!pr-0">{from + at + 1}</Td>
            <Td className="min-w-32 sm:min-w-64">
              <p className="text-xs text-muted">{texts.line(line)}</p>
              <code className="line-clamp-6 font-mono text-[0.8125rem] [overflow-wrap:anywhere] whitespace-pre-wrap">
                {lineStr}
              </code>
            </Td>
            <Td className="min-w-44">
              <ul className="grid gap-1">
                {errors.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
