import { useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import { uiTexts } from "#texts/ui.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import {
  type ColumnTarget,
  type CustomerImport,
  standardTargets,
} from "#workers/contract/endpoints/imports.ts";
import { optInFacts } from "./opt-in-fields.tsx";

/** Details of an import: who began it, when, and what each column of the file became. */
export function UploadDetails({
  upload: { file, startedBy, createdAt, completedTimeStr, headers, mapping, optIn },
  onClose,
}: {
  upload: CustomerImport;
  onClose: () => void;
}) {
  const fields = useQueryOf(listFields).answer?.inputFieldDefinitions ?? [];
  const nameOf = (target: ColumnTarget): string => {
    const standard = standardTargets.find((each) => each === target);
    if (standard) return texts.targets[standard];
    return fields.find(({ _id }) => target === `field:${_id}`)?.fieldLabel ?? texts.fieldGone;
  };
  const facts = [
    [texts.startedBy, startedBy],
    [texts.startedAt, formatMoment(createdAt)],
    ...(completedTimeStr === null ? [] : [[texts.completedOn, formatMoment(completedTimeStr)]]),
    ...optInFacts(optIn),
  ];
  return (
    <Dialog
      open
      title={texts.detailsOf(file.name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <div className="grid gap-4">
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <Table caption={texts.mappedColumns}>
          <thead>
            <tr>
              <Th>{texts.column}</Th>
              <Th>{texts.importedAs}</Th>
            </tr>
          </thead>
          <tbody>
            {headers.map((header, at) => (
              <tr key={at}>
                <RowTh className="[overflow-wrap:anywhere]">{header || texts.noHeader(at + 1)}</RowTh>
                <Td className={mapping[at] ? undefined : "text-muted"}>
                  {mapping[at] ? nameOf(mapping[at]) : texts.skipped}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Dialog>
  );
}
