import { call } from "#app/data/api.ts";
import { ConfirmByName } from "#app/kit/confirm-by-name.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { type Customer } from "#workers/contract/endpoints/customers.ts";
import { eraseCustomer } from "#workers/contract/endpoints/personal-data.ts";
import { forgetCustomer } from "#app/features/customers/changed.ts";
import type { ErasureReceipt } from "./receipt.tsx";

/** Erasing a customer gives a receipt. */
export function EraseDialog({
  customer: { id, name },
  onClose,
  onErased,
}: {
  customer: Pick<Customer, "id" | "name">;
  onClose: () => void;
  onErased: (receipt: ErasureReceipt) => void;
}) {
  return (
    <ConfirmByName
      {...{ name, onClose }}
      id="erase"
      texts={{
        title: texts.eraseQuestion(name),
        text: texts.eraseText,
        label: texts.eraseConfirm(name),
        mismatch: texts.eraseMismatch,
        submit: texts.erase,
      }}
      send={(confirm) => call(eraseCustomer, { params: { id }, body: { confirm } })}
      onDone={({ receipt }) => {
        onErased(receipt);
        forgetCustomer(id);
      }}
    />
  );
}
