import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ExportButton } from "#app/kit/export-button.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { type Customer } from "#workers/contract/endpoints/customers.ts";
import { LONGEST_REASON, personalData } from "#workers/contract/endpoints/personal-data.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import type { ErasureReceipt } from "./receipt.tsx";

const FORMATS = [
  { format: "json", label: texts.dataJson },
  { format: "csv", label: texts.dataCsv },
  { format: "zip", label: texts.dataZip },
] as const;

/** Data subject requests: an export of everything stored about the person, or its erasure. */
export function PersonalData({
  customer,
  onErased,
}: {
  customer: Pick<Customer, "id" | "name">;
  onErased: (receipt: ErasureReceipt) => void;
}) {
  const can = useCan();
  const { id, name } = customer;
  // Characters that are not allowed in file names on some systems are replaced.
  const fileName = name.replace(/[\\/:*?"<>|]/g, " ").slice(0, 80);
  const [saved, setSaved] = useState("");
  const [reason, setReason] = useState("");
  const [erasing, setErasing] = useState(false);
  return (
    <div className="grid gap-4">
      {can("CUSTOMER.EXPORT") && (
        <Card>
          <h2 className="font-semibold">{texts.dataTitle}</h2>
          <p className="mt-1 text-muted">{texts.dataText}</p>
          <Field label={texts.dataReason} hint={texts.dataReasonHint} className="mt-3 max-w-lg">
            <TextInput
              maxLength={LONGEST_REASON}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <div className="mt-3 flex flex-wrap gap-2">
            {FORMATS.map(({ format, label }) => (
              <ExportButton
                key={format}
                endpoint={personalData}
                input={{ params: { id }, query: { format, reason } }}
                fileName={`${fileName}.${format}`}
                label={label}
                failed={texts.dataFailed}
                onSaved={setSaved}
              />
            ))}
          </div>
          {saved && (
            <Banner kind="success" live className="mt-3">
              {texts.exported(saved)}
            </Banner>
          )}
        </Card>
      )}
      {can("CUSTOMER.ERASE") && (
        <Card>
          <h2 className="font-semibold">{texts.erase}</h2>
          <p className="mt-1 text-muted">{texts.eraseText}</p>
          <Button
            tone="danger"
            icon={<Trash2 aria-hidden />}
            className="mt-3"
            onClick={() => setErasing(true)}
          >
            {texts.erase}
          </Button>
        </Card>
      )}
      {erasing && <EraseDialog customer={customer} onClose={() => setErasing(false)} onErased={onErased} />}
    </div>
  );
}
