import { Lock } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { RowTh, Td } from "#app/components/ui/table.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { actionClass, RuleCells } from "./rule-cells.tsx";

/** A built-in field: greyed out, without actions. */
export function FixedRow({ field }: { field: CustomerField }) {
  return (
    <tr className="bg-sunken text-muted">
      <RowTh className="max-w-72 min-w-40 !pr-2.5 !pl-12.5">{field.fieldLabel}</RowTh>
      <RuleCells field={field} />
      <Td className={actionClass}>
        <Tooltip text={texts.builtInFixed} side="left">
          <Badge icon={<Lock aria-hidden />} className="max-sm:px-0">
            <span className="max-sm:sr-only">{texts.builtIn}</span>
          </Badge>
        </Tooltip>
      </Td>
    </tr>
  );
}
