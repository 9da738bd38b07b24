import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { uiTexts } from "#texts/ui.ts";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import type { Delivery } from "#workers/contract/endpoints/webhooks-out.ts";

/** The body of a delivery, and the beginning of the last answer. */
export function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { type, id, body, status, answer } = delivery;
  return (
    <Dialog
      open
      size="lg"
      title={type}
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <div className="grid gap-4">
        <p className="text-muted [overflow-wrap:anywhere]">
          webhook-id: <code>{id}</code>
        </p>
        <Part label={texts.sent} text={body === null ? texts.bodyHidden : pretty(body)} />
        <Part
          label={`${texts.answered}${status === null ? "" : ` (${status})`}`}
          text={answer || texts.emptyAnswer}
        />
      </div>
    </Dialog>
  );
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <section>
      <h3 className="mb-1 font-medium">{label}</h3>
      <pre
        tabIndex={0}
        aria-label={label}
        className="max-h-80 overflow-auto rounded-lg border border-line bg-canvas p-3 text-[0.8125rem] [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {text}
      </pre>
    </section>
  );
}

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);
