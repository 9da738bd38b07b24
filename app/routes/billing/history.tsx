import { Coins, CreditCard } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { billingTexts as texts } from "#texts/billing.ts";
import { moneyText } from "#workers/contract/billing/money.ts";
import type { CreditOnWire, PaymentOnWire } from "#workers/contract/endpoints/enterprise-billing.ts";

const MORE = "mt-0.5 block text-[0.8125rem] text-muted";

/** A titled table, or what is said instead of an empty one. */
function History({
  id,
  title,
  isEmpty,
  empty,
  children,
}: {
  id: string;
  title: string;
  isEmpty: boolean;
  empty: { icon: ReactNode; title: string; text: string };
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      {isEmpty ? (
        <EmptyState icon={empty.icon} title={empty.title}>
          {empty.text}
        </EmptyState>
      ) : (
        children
      )}
    </section>
  );
}

/** Payments of invoices and what the gateway has said of them. */
export function PaymentsTable({ payments }: { payments: readonly PaymentOnWire[] }) {
  return (
    <History
      id="billing-payments"
      title={texts.payments}
      isEmpty={payments.length === 0}
      empty={{ icon: <CreditCard />, title: texts.noPayments, text: texts.noPaymentsText }}
    >
      <Table caption={texts.paymentsOf}>
        <thead>
          <tr>
            <Th>{texts.invoice}</Th>
            <Th>{texts.amount}</Th>
            <Th>{texts.result}</Th>
            <Th>{texts.verified}</Th>
            <Th>{texts.when}</Th>
          </tr>
        </thead>
        <tbody>
          {payments.map(
            ({ id, invoice, amount, currency, state, note, problem, paymentId, verified, at }) => (
              <tr key={id}>
                <RowTh className="whitespace-nowrap tabular-nums">
                  {invoice}
                  <code className={MORE}>{paymentId || id}</code>
                </RowTh>
                <Td className="whitespace-nowrap tabular-nums">{moneyText(amount, currency)}</Td>
                <Td className="min-w-36">
                  {texts.linkStates[state]}
                  {note !== "" && <span className={MORE}>{texts.linkNotes[note]}</span>}
                  {problem !== "" && <span className={MORE}>{problem}</span>}
                </Td>
                <Td className="whitespace-nowrap">
                  <Badge tone={verified ? "success" : "neutral"}>
                    {verified ? texts.verified : texts.unverified}
                  </Badge>
                </Td>
                <TimeTd at={at} />
              </tr>
            ),
          )}
        </tbody>
      </Table>
    </History>
  );
}

/** The ledger of credits, with its balance. */
export function CreditsTable({
  credits,
  balance,
  currency,
}: {
  credits: readonly CreditOnWire[];
  balance: number;
  currency: string;
}) {
  return (
    <History
      id="billing-credits"
      title={texts.credits}
      isEmpty={credits.length === 0}
      empty={{ icon: <Coins />, title: texts.noCredits, text: texts.noCreditsText }}
    >
      <p className="tabular-nums">{texts.balance(moneyText(balance, currency))}</p>
      <Table caption={texts.creditsOf}>
        <thead>
          <tr>
            <Th>{texts.result}</Th>
            <Th>{texts.amount}</Th>
            <Th>{texts.when}</Th>
          </tr>
        </thead>
        <tbody>
          {credits.map(({ id, cause, note, amount, currency: of, at }) => (
            <tr key={id}>
              <RowTh className="min-w-40">
                {texts.causes[cause]}
                {note !== "" && <span className={MORE}>{note}</span>}
              </RowTh>
              <Td className="whitespace-nowrap tabular-nums">{moneyText(amount, of)}</Td>
              <TimeTd at={at} />
            </tr>
          ))}
        </tbody>
      </Table>
    </History>
  );
}
