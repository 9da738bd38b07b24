import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { ApiError, request } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { errorsTexts } from "#texts/errors.ts";
import {
  type DeletedCustomer as Deleted,
  restoreCustomer,
  TRASH_DAYS,
} from "#workers/contract/endpoints/customers.ts";
import { PersonalData } from "./personal-data.tsx";
import type { ErasureReceipt } from "./receipt.tsx";

const DAY_MS = 24 * 3_600_000;

/** A customer in the trash: can be restored, exported, or erased before the trash is emptied. */
export function DeletedCustomer({
  customer,
  onRestored,
  onErased,
}: {
  customer: Deleted;
  /** Reloads the customer after the restore. */
  onRestored: () => Promise<void>;
  onErased: (receipt: ErasureReceipt) => void;
}) {
  const { id, name, phoneNumber, deletedAt, deletedBy } = customer;
  const can = useCan();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const goesOn = new Date(Date.parse(deletedAt) + TRASH_DAYS * DAY_MS).toISOString();
  const restore = async () => {
    if (busy) return;
    setBusy(true);
    setFailure("");
    try {
      await request(restoreCustomer, { params: { id } });
      toast.success(texts.restoredName(name));
      await onRestored();
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : errorsTexts.internal);
      setBusy(false);
    }
  };
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-4 px-4 pt-2 pb-8 sm:px-6">
      <div>
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
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
      {failure && (
        <Banner kind="error" live>
          {failure}
        </Banner>
      )}
      <PersonalData customer={customer} onErased={onErased} />
    </div>
  );
}
