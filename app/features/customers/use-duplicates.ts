import { call, request } from "#app/data/api.ts";
import { patch, useQueryOf } from "#app/data/query.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import {
  type Customer,
  customerDuplicates,
  mergeCustomers,
  tellCustomersApart,
} from "#workers/contract/endpoints/customers.ts";
import { showCustomer } from "./changed.ts";

export type Duplicate = ReplyOf<typeof customerDuplicates>["duplicates"][number];

/** Customers who may be the same person as this one; merging (after a question, or at once) and telling apart. */
export function useDuplicates(customer: Pick<Customer, "id" | "name">) {
  const confirm = useConfirm();
  const toast = useToast();
  const { id } = customer;
  const input = { params: { id } };
  // Optional: the screen works without an answer.
  const { duplicates = [] } = useQueryOf(customerDuplicates, input).answer ?? {};
  const without = (other: Duplicate) =>
    patch(customerDuplicates, input, (now) => ({
      duplicates: now.duplicates.filter((each) => each.id !== other.id),
    }));
  const mergeNow = async (other: Duplicate) => {
    const merged = await request(mergeCustomers, { ...input, body: { from: other.id } });
    toast.success(merged.message);
    without(other);
    showCustomer(merged.payload.customer);
  };
  const tellApart = async (other: Duplicate) => {
    await call(tellCustomersApart, { ...input, body: { from: other.id } });
    without(other);
    toast.success(texts.toldApart(other.name));
  };
  const merge = (other: Duplicate) =>
    confirm({
      title: texts.mergeQuestion(other.name, customer.name),
      text: texts.mergeText(other.name),
      confirmLabel: texts.merge,
      tone: "primary",
      run: () => mergeNow(other),
    });
  return { duplicates, merge, mergeNow, tellApart };
}

/** Translates the server's reasons; an unknown one is shown as it is. */
export const reasonOf = (because: string): string =>
  because in texts.because ? texts.because[because as keyof typeof texts.because] : because;
