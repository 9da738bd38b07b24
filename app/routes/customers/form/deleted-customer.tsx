import { RotateCcw } from "lucide-react";
import { useRevalidator } from "react-router";
import { call } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import {
  type DeletedCustomer as Deleted,
  restoreCustomer,
  TRASH_DAYS,
} from "#workers/contract/endpoints/customers.ts";
import { showCustomer } from "#app/features/customers/changed.ts";
import { PersonalData } from "./personal-data.tsx";
import type { ErasureReceipt } from "./receipt.tsx";

const DAY_MS = 24 * 3_600_000;

/** A customer in the trash: can be restored, exported, or erased before the trash is emptied. */
export function DeletedCustomer({
  customer,
  onErased,
}: {
  customer: Deleted;
  onErased: (receipt: ErasureReceipt) => void;
}) {
  const { id, name, phoneNumber, deletedAt, deletedBy } = customer;
  const can = useCan();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { busy, failure, send } = useSend();
  const goesOn = new Date(Date.parse(deletedAt) + TRASH_DAYS * DAY_MS).toISOString();
  const restore = () =>
    send(
      () => call(restoreCustomer, { params: { id } }),
      (back) => {
        toast.success(texts.restoredName(name));
        showCustomer(back.customer);
        // The loader decides which of the two screens the address shows.
        return revalidate();
      },
    );
  return (
    <div className="grid gap-4">
      <div>
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight sm:text-2xl">
          {texts.inTrash}
        </h1>
        <p className="mt-1 text-muted [overflow-wrap:anywhere]">
          <bdi className="font-medium text-ink">{name}</bdi>
          {" · "}
          <span className="tabular-nums">{phoneNumber}</span>
        </p>
      </div>
      <Banner kind="warning">
        <p>{texts.deletedOn(deletedBy, formatShortDay(deletedAt), formatShortDay(goesOn))}</p>
        {can("CUSTOMER.DELETE") && (
          <Button
            className="mt-3"
            icon={<RotateCcw aria-hidden />}
            busy={busy}
            onClick={() => void restore()}
          >
            {texts.restore}
          </Button>
        )}
      </Banner>
      <Failure text={failure} />
      <PersonalData customer={customer} onErased={onErased} />
    </div>
  );
}
