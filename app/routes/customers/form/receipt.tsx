import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { saveFile } from "#app/data/save-file.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { eraseCustomer } from "#workers/contract/endpoints/personal-data.ts";

export type ErasureReceipt = ReplyOf<typeof eraseCustomer>["receipt"];

/** The receipt of an erasure, shown in place of the erased customer. */
export function Receipt({ receipt, back }: { receipt: ErasureReceipt; back: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rows = [
    [texts.receiptId, receipt.id],
    [texts.receiptAt, formatMoment(receipt.at)],
    [texts.receiptHash, receipt.phoneHash],
    ...Object.entries(receipt.removed).map(([kind, count]) => [kind, String(count)] as const),
  ] as const;
  const save = () =>
    saveFile(
      new Blob([JSON.stringify(receipt, null, 2)], { type: "application/json" }),
      `Receipt ${receipt.id}.json`,
    );
  return (
    <div className="grid gap-4">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight sm:text-2xl">
        {texts.receipt}
      </h1>
      <Banner kind="success" live>
        {texts.erased}
      </Banner>
      <dl className="grid gap-x-6 gap-y-2 rounded-lg border border-line bg-surface p-4 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Download aria-hidden />} onClick={save}>
          {texts.saveReceipt}
        </Button>
        <ButtonLink tone="primary" to={back}>
          {texts.back}
        </ButtonLink>
      </div>
    </div>
  );
}
