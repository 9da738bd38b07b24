import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { uiTexts } from "#texts/ui.ts";
import type { Recipient } from "#workers/contract/endpoints/broadcasts.ts";
import { RecipientBadge } from "./recipient-badge.tsx";

const texts = broadcastsTexts.status;

/** The statuses that the vendor sent for one message, in its order. */
export function MessageStatusWindow({
  open = true,
  recipient: { to, name, customerId, transId, messageStatuses, currentDeliveryStatus, reason, hint },
  onClose,
  children,
}: {
  open?: boolean;
  /** With what to do about its failure, where that is known. */
  recipient: Recipient & { hint?: string };
  onClose: () => void;
  /** The actions offered on it, below its status. */
  children?: ReactNode;
}) {
  const seesCustomers = useCan()("CUSTOMER.VIEW");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      description={[name, to].filter(Boolean).join(", ")}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <div className="grid gap-4">
        <p className="flex flex-wrap items-center gap-2">
          <RecipientBadge status={currentDeliveryStatus} />
          {reason && <span className="min-w-0 [overflow-wrap:anywhere]">{reason}</span>}
        </p>
        {hint && <p className="text-muted">{hint}</p>}
        {children}
        {transId && (
          <p>
            <span className="block text-[0.8125rem] text-muted">{texts.transId}</span>
            <code className="[overflow-wrap:anywhere]">{transId}</code>
          </p>
        )}
        {messageStatuses.length === 0 ? (
          !reason && <p className="text-muted">{texts.none}</p>
        ) : (
          <ol aria-label={texts.history} className="grid gap-2 border-s-2 border-line ps-3">
            {messageStatuses.map(({ status, messageStatusTime, msg }, at) => (
              <li key={`${at} ${status}`}>
                <span className="font-medium">{nameOf(status)}</span>
                <time dateTime={messageStatusTime} className="ms-2 text-[0.8125rem] text-muted tabular-nums">
                  {formatMoment(messageStatusTime)}
                </time>
                {msg && <span className="block text-[0.8125rem] [overflow-wrap:anywhere]">{msg}</span>}
              </li>
            ))}
          </ol>
        )}
        {customerId && seesCustomers && (
          <Link
            to={`/customer-master/customers/view/${customerId}`}
            className="justify-self-start text-accent-ink underline underline-offset-2"
          >
            {texts.customer}
          </Link>
        )}
      </div>
    </Dialog>
  );
}

const names: Readonly<Record<string, string>> = {
  ...broadcastsTexts.view.statuses,
  replied: broadcastsTexts.view.replied,
  clicked: broadcastsTexts.view.clicked,
};
/** A status of ours in its word, one of the vendor's own as it is. */
const nameOf = (status: string): string => names[status] ?? status;
