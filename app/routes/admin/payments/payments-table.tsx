import { pageLocale } from "#app/lib/language/language.ts";
import { Link } from "react-router";
import { Badge } from "#app/components/ui/badge.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { paymentsTexts as texts } from "#texts/payments.ts";
import { can, useSession } from "#app/session/session.ts";
import type { Payment } from "#workers/contract/endpoints/payments.ts";
import type { LinkState } from "#workers/contract/payments/states.ts";

const TONES: Record<LinkState, "neutral" | "success" | "warning" | "danger"> = {
  asked: "neutral",
  created: "warning",
  partiallyPaid: "warning",
  paid: "success",
  expired: "neutral",
  cancelled: "neutral",
  failed: "danger",
};

const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(pageLocale(), { style: "currency", currency }).format(amount);
const MORE = "mt-0.5 block text-[0.8125rem] text-muted";
const LINK = "finger inline-block min-h-6 rounded text-accent-ink underline-offset-2 hover:underline";

/** One payment a row: who was asked for how much, by which journey, and what became of it. */
export function PaymentsTable({ payments }: { payments: readonly Payment[] }) {
  return (
    <Table caption={texts.tableOf}>
      <thead>
        <tr>
          <Th>{texts.what}</Th>
          <Th>{texts.amount}</Th>
          <Th>{texts.state}</Th>
          <Th>{texts.who}</Th>
          <Th>{texts.journey}</Th>
          <Th>{texts.when}</Th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <RowTh className="min-w-40 [overflow-wrap:anywhere]">
              <bdi>{payment.description || texts.nobody}</bdi>
              <code className="block text-[0.8125rem] font-normal text-muted">
                {payment.paymentId || payment.id}
              </code>
            </RowTh>
            <Td className="whitespace-nowrap tabular-nums">
              {money(payment.amount, payment.currency)}
              {payment.paid > 0 && payment.paid !== payment.amount && (
                <span className={MORE}>{texts.paidPart(money(payment.paid, payment.currency))}</span>
              )}
            </Td>
            <Td className="min-w-36">
              <State payment={payment} />
            </Td>
            <Td className="min-w-32">
              <Who payment={payment} />
            </Td>
            <Td className="min-w-32">
              <From payment={payment} />
            </Td>
            <TimeTd at={payment.at} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function State({ payment: { state, note, problem, until } }: { payment: Payment }) {
  return (
    <>
      <Badge tone={note === "" ? TONES[state] : "danger"}>{texts.states[state]}</Badge>
      {note !== "" && <span className={MORE}>{texts.notes[note]}</span>}
      {problem !== "" && <span className={MORE}>{problem}</span>}
      {state === "created" && <span className={MORE}>{texts.until(formatMoment(until))}</span>}
    </>
  );
}

function Who({ payment: { customer } }: { payment: Payment }) {
  const { profile } = useSession();
  if (!customer) return can(profile, ["CUSTOMER.VIEW"]) ? texts.nobody : texts.hidden;
  return (
    <Link to={`/customer-master/customers/view/${customer.id}`} className={LINK}>
      <bdi>{customer.name}</bdi>
    </Link>
  );
}

function From({ payment: { automation } }: { payment: Payment }) {
  const { profile } = useSession();
  if (!automation) return "";
  const isShown = automation.kind === "journey" && can(profile, ["JOURNEYS.VIEW_JOURNEYMONITOR"]);
  return isShown ? (
    <Link to={`/journey/monitor?at=${automation.id}.${automation.instanceId}`} className={LINK}>
      {automation.name}
    </Link>
  ) : (
    automation.name
  );
}
