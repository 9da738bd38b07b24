import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { type Option, Select } from "#app/components/ui/select.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { importsTexts as texts } from "#texts/imports.ts";
import type { ColumnTarget } from "#workers/contract/endpoints/imports.ts";
import type { Inspected } from "./choose-file.tsx";

/** A thousand columns with hundreds of choices each would be slow to show, and nobody reads them. */
const AT_ONCE = 50;
const EXAMPLES = 3;

/** The choice that makes a field. */
const NEW = "new";
type Choice = ColumnTarget | typeof NEW;

export const targetId = (column: number): string => `target-${column}`;

/** Each column of the file with its first values, and a choice of the target field. */
export function ColumnsTable({
  inspected: { headers, rows },
  mapping,
  targets,
  problems,
  onNew,
  onChange,
}: {
  inspected: Inspected;
  mapping: readonly ColumnTarget[];
  targets: readonly { value: ColumnTarget; label: string }[];
  problems: ReadonlyMap<number, string>;
  /** Makes a field of that name for a column; undefined for who may not. */
  onNew?: ((column: number, header: string) => void) | undefined;
  onChange: (mapping: ColumnTarget[]) => void;
}) {
  const [shown, setShown] = useState(AT_ONCE);
  const more = headers.length - shown;
  const choicesFor = (header: string): Option<Choice>[] => [
    { value: "", label: texts.ignore },
    ...(onNew && header !== "" ? [{ value: NEW, label: texts.newField(header) } as const] : []),
    ...targets,
  ];
  return (
    <>
      <Table caption={texts.mapping}>
        <thead>
          <tr>
            <Th>{texts.column}</Th>
            <Th className="max-sm:hidden">{texts.example}</Th>
            <Th>{texts.becomes}</Th>
          </tr>
        </thead>
        <tbody>
          {headers.slice(0, shown).map((header, at) => {
            const name = header === "" ? texts.noHeader(at + 1) : header;
            const examples = rows.map((row) => row[at] ?? "").filter((value) => value !== "");
            const firsts = (
              <span className="line-clamp-2 [overflow-wrap:anywhere]">
                {examples.slice(0, EXAMPLES).join(" · ") || "-"}
              </span>
            );
            return (
              // Headers may repeat, so a column is identified by its index.
              <tr key={at}>
                <RowTh className="max-w-56 min-w-28 [overflow-wrap:anywhere] max-sm:!pr-0">
                  {name}
                  <span className="block font-normal text-muted sm:hidden">{firsts}</span>
                </RowTh>
                <Td className="max-w-72 min-w-32 text-muted max-sm:hidden">{firsts}</Td>
                <Td className="min-w-36 sm:min-w-48">
                  <Field id={targetId(at)} label={texts.becomesOf(name)} labelHidden error={problems.get(at)}>
                    <Select<Choice>
                      value={mapping[at] ?? ""}
                      options={choicesFor(header)}
                      onChange={(target) =>
                        target === NEW
                          ? onNew?.(at, header)
                          : onChange(
                              headers.map((_, column) => (column === at ? target : (mapping[column] ?? ""))),
                            )
                      }
                    />
                  </Field>
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {more > 0 && (
        <Button className="justify-self-start" onClick={() => setShown(shown + AT_ONCE)}>
          {texts.moreColumns(Math.min(more, AT_ONCE))}
        </Button>
      )}
    </>
  );
}
