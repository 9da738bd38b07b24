import { CreditCard, ReceiptText } from "lucide-react";
import { useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { OutLink } from "#app/components/out-link.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { billingTexts as texts } from "#texts/billing.ts";
import { moneyText } from "#workers/contract/billing/money.ts";
import {
  getBilling,
  invoiceCsv,
  type InvoiceOnWire,
  invoicePdf,
  payInvoice,
} from "#workers/contract/endpoints/enterprise-billing.ts";

const TONES = {
  open: "warning",
  overdue: "danger",
  paid: "success",
  carried: "neutral",
  corrected: "neutral",
  creditNote: "neutral",
} as const;
const MORE = "mt-0.5 block text-[0.8125rem] text-muted";
const dayOf = (iso: string): string => iso.slice(0, 10);

/** Invoices and credit notes, the newest first, with their files and the way to pay. */
export function InvoicesTable({
  invoices,
  takesPayments,
}: {
  invoices: readonly InvoiceOnWire[];
  takesPayments: boolean;
}) {
  const [kept, setKept] = useState<string>();
  const { busy, failure, send } = useSend();
  const pay = ({ id }: InvoiceOnWire) => {
    setKept(undefined);
    // Opened with the press, since a popup blocker stops a tab that comes after an answer.
    const tab = window.open("", "_blank");
    if (tab) tab.opener = null;
    void send(
      () => call(payInvoice, { params: { id }, body: {} }),
      ({ url }) => {
        void invalidate(getBilling);
        if (!tab || tab.closed) return setKept(url);
        tab.location.replace(url);
      },
    ).then((opened) => opened || tab?.close());
  };
  const isOpen = invoices.some(({ state }) => state === "open" || state === "overdue");
  return (
    <section aria-labelledby="billing-invoices" className="grid grid-cols-1 gap-3">
      <h2 id="billing-invoices" className="text-base font-semibold">
        {texts.invoices}
      </h2>
      {isOpen && <p className="max-w-prose text-muted">{takesPayments ? texts.payHint : texts.noGateway}</p>}
      <Failure text={failure} />
      {kept !== undefined && (
        <Banner kind="info" live>
          {texts.payBlocked} <OutLink href={kept}>{texts.openPayment}</OutLink>
        </Banner>
      )}
      {invoices.length === 0 ? (
        <EmptyState icon={<ReceiptText />} title={texts.noInvoices}>
          {texts.noInvoicesText}
        </EmptyState>
      ) : (
        <Table caption={texts.invoicesOf} className="relative">
          <thead>
            <tr>
              <Th>{texts.number}</Th>
              <Th>{texts.forMonth}</Th>
              <Th>{texts.total}</Th>
              <Th>{texts.result}</Th>
              <Th>
                <span className="sr-only">{texts.export}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <Row
                key={invoice.id}
                invoice={invoice}
                busy={busy}
                onPay={takesPayments ? () => pay(invoice) : undefined}
              />
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function Row({
  invoice,
  busy,
  onPay,
}: {
  invoice: InvoiceOnWire;
  busy: boolean;
  onPay: (() => void) | undefined;
}) {
  const { id, number, month, currencyCode, total, toPay, state, issuedAt, dueAt } = invoice;
  const isOpen = state === "open" || state === "overdue";
  return (
    <tr>
      <RowTh className="whitespace-nowrap tabular-nums">
        {number}
        <span className={MORE}>{`${texts.issued} ${dayOf(issuedAt)}`}</span>
      </RowTh>
      <Td className="whitespace-nowrap tabular-nums">{month}</Td>
      <Td className="whitespace-nowrap tabular-nums">
        {moneyText(total, currencyCode)}
        {isOpen && toPay !== total && (
          <span className={MORE}>{texts.toPay(moneyText(toPay, currencyCode))}</span>
        )}
      </Td>
      <Td className="whitespace-nowrap">
        <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
        {isOpen && <span className={MORE}>{texts.due(dayOf(dueAt))}</span>}
      </Td>
      <Td>
        <div className="flex flex-wrap items-center gap-2">
          {isOpen && onPay && (
            <Button
              size="sm"
              tone="primary"
              icon={<CreditCard aria-hidden />}
              busy={busy}
              aria-label={texts.payOf(number)}
              onClick={onPay}
            >
              {texts.pay}
            </Button>
          )}
          <ExportButton
            size="sm"
            endpoint={invoicePdf}
            input={{ params: { id } }}
            fileName={`${number}.pdf`}
            label={texts.pdfOf(number)}
          />
          <ExportButton
            size="sm"
            endpoint={invoiceCsv}
            input={{ params: { id } }}
            fileName={`${number}.csv`}
            label={texts.csvOf(number)}
          />
        </div>
      </Td>
    </tr>
  );
}
