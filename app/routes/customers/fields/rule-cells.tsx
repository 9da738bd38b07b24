import { Td } from "#app/components/ui/table.tsx";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";

const yesNo = (value: boolean) => (value ? texts.yes : texts.no);

/** The action column stays visible when the rules are scrolled sideways. */
export const actionClass = "sticky right-0 bg-inherit !px-2.5 whitespace-nowrap";

/** The validation rules of a field, one per cell. */
export function RuleCells({ field }: { field: CustomerField }) {
  const { fieldType, inputType, mandatory, minValue, maxValue, allowSpecialChars } = field;
  const allowed = [...field.allowedChars, ...(field.commaIncluded ? [","] : [])].join(" ");
  return (
    <>
      <Td className="!px-2.5 whitespace-nowrap">{texts.types[fieldType]}</Td>
      <Td className="!px-2.5 whitespace-nowrap">{inputType === "" ? texts.none : texts.inputs[inputType]}</Td>
      <Td className="!px-2.5">{yesNo(mandatory)}</Td>
      <Td className="!px-2.5 tabular-nums">{minValue ?? texts.none}</Td>
      <Td className="!px-2.5 tabular-nums">{maxValue ?? texts.none}</Td>
      <Td className="!px-2.5">{yesNo(allowSpecialChars)}</Td>
      <Td className="max-w-40 !px-2.5 break-words">{allowed === "" ? texts.none : allowed}</Td>
    </>
  );
}
