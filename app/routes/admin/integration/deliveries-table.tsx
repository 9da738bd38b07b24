import { RotateCw } from "lucide-react";
import { useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import { uiTexts } from "#texts/ui.ts";
import { type Delivery, listDeliveries, replayDelivery } from "#workers/contract/endpoints/webhooks-out.ts";

const DeliveryDialog = lazily(
  () => import("./delivery-dialog.tsx"),
  (module) => module.DeliveryDialog,
);

export const TONES = { waiting: "warning", delivered: "success", failed: "danger" } as const;

/** One delivery a row; its name opens what was sent and answered. */
export function DeliveriesTable({
  hookId,
  deliveries,
  mayEdit,
}: {
  hookId: string;
  deliveries: readonly Delivery[];
  mayEdit: boolean;
}) {
  const { failure, busy, send } = useSend();
  const [shown, setShown] = useState<Delivery>();
  const replay = ({ id: deliveryId }: Delivery) =>
    send(
      () => request(replayDelivery, { params: { id: hookId, deliveryId }, body: {} }),
      () => invalidate(listDeliveries),
    );
  return (
    <>
      <Failure text={failure} className="mb-4" />
      <Table caption={texts.logTable}>
        <thead>
          <tr>
            <Th>{texts.event}</Th>
            <Th>{texts.when}</Th>
            <Th>{texts.state}</Th>
            <Th>{texts.tries}</Th>
            <Th>{texts.answer}</Th>
            {mayEdit && <Th>{texts.actions}</Th>}
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr key={delivery.id}>
              <RowTh>
                <button
                  type="button"
                  aria-label={texts.detailsOf(delivery.type, formatMoment(delivery.at))}
                  onClick={() => setShown(delivery)}
                  className="finger min-h-6 rounded text-left text-accent-ink underline-offset-2 hover:underline"
                >
                  {delivery.type}
                </button>
              </RowTh>
              <TimeTd at={delivery.at} />
              <Td>
                <Badge tone={TONES[delivery.state]}>{texts.states[delivery.state]}</Badge>
                {delivery.nextAt && (
                  <span className="mt-0.5 block text-[0.8125rem] whitespace-nowrap text-muted">
                    {texts.next(formatMoment(delivery.nextAt))}
                  </span>
                )}
              </Td>
              <Td className="tabular-nums">{delivery.attempts}</Td>
              <Td className="max-w-72 min-w-32 [overflow-wrap:anywhere]">
                {delivery.status ?? (delivery.attempts > 0 || delivery.answer ? texts.noAnswer : "")}
                {delivery.answer && (
                  <span className="line-clamp-2 text-[0.8125rem] text-muted">{delivery.answer}</span>
                )}
              </Td>
              {mayEdit && (
                <Td>
                  {delivery.state !== "waiting" && (
                    <Button
                      size="sm"
                      icon={<RotateCw aria-hidden />}
                      disabledReason={busy ? uiTexts.wait : undefined}
                      aria-label={texts.replayOf(delivery.type, formatMoment(delivery.at))}
                      onClick={() => void replay(delivery)}
                    >
                      {texts.replay}
                    </Button>
                  )}
                </Td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      {shown && <DeliveryDialog delivery={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
