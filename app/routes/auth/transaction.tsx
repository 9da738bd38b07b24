import { Ban, CircleCheck, CircleHelp, CircleX, ClockAlert, Hourglass, type LucideIcon } from "lucide-react";
import { useSearchParams } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { cx } from "#app/components/ui/cx.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { paymentTexts as texts } from "#texts/payment.ts";
import { titleOf } from "#app/lib/title.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { billingInfo, type PaymentState } from "#workers/contract/endpoints/billing.ts";
import { Countdown } from "./countdown.tsx";

export const meta = () => titleOf(texts.title);

/** The gateway's names of its query parameters; the short names are those of the specification. */
const NAMES = {
  paymentId: ["razorpay_payment_id", "payment_id"],
  linkId: ["razorpay_payment_link_id", "payment_link_id"],
  referenceId: ["razorpay_payment_link_reference_id", "reference_id"],
  status: ["razorpay_payment_link_status", "status"],
  signature: ["razorpay_signature", "signature"],
} as const;

/** The payment gateway's return page: only data that the server could verify is shown (C-13). */
export default function Transaction() {
  const request = requestIn(useSearchParams()[0]);
  // The countdown starts only with the server's verdict, so that nobody misses it.
  const {
    answer: result,
    failure,
    asking,
    reload,
  } = useQueryOf(billingInfo, { body: { requestType: "update_payment_status", request } });
  return (
    <>
      <h1 tabIndex={-1} className="mb-6 text-2xl font-semibold tracking-tight">
        {texts.title}
      </h1>
      {result ? (
        <Result result={result} />
      ) : failure ? (
        <ErrorState title={texts.checkFailed} text={failure.message} busy={asking} onRetry={reload} />
      ) : (
        <p role="status" className="text-muted">
          {texts.checking}
        </p>
      )}
    </>
  );
}

type PaymentResult = ReplyOf<typeof billingInfo>;

function Result({ result: { state, checkable, paymentId, referenceId } }: { result: PaymentResult }) {
  const { icon: Icon, tone } = PICTURES[state];
  const facts: [string, string][] = [
    [texts.paymentId, paymentId],
    [texts.referenceId, referenceId],
  ];
  return (
    <div className="grid gap-5">
      <div role="status" className="flex items-center gap-4">
        <span className={cx("flex size-14 shrink-0 items-center justify-center rounded-full", tone)}>
          <Icon aria-hidden className="size-7" />
        </span>
        <p className="text-lg font-semibold">{texts.states[state]}</p>
      </div>
      {state === "unverified" && (
        <p className="text-muted">{checkable ? texts.unverifiedText : texts.notCheckableText}</p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{value || texts.none}</dd>
          </div>
        ))}
      </dl>
      <Countdown />
    </div>
  );
}

const PICTURES: Record<PaymentState, { icon: LucideIcon; tone: string }> = {
  paid: { icon: CircleCheck, tone: "bg-success-soft text-success-ink" },
  expired: { icon: ClockAlert, tone: "bg-warning-soft text-warning-ink" },
  pending: { icon: Hourglass, tone: "bg-accent-soft text-accent-ink" },
  cancelled: { icon: Ban, tone: "bg-danger-soft text-danger-ink" },
  failed: { icon: CircleX, tone: "bg-danger-soft text-danger-ink" },
  unverified: { icon: CircleHelp, tone: "bg-warning-soft text-warning-ink" },
};

/** The gateway's query parameters by the specification's names, as JSON. */
const requestIn = (search: URLSearchParams): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(NAMES).map(([field, names]) => [
        field,
        names.map((name) => search.get(name)).find((value) => value !== null) ?? "",
      ]),
    ),
  );
