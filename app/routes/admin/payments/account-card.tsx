import { Pencil, PlugZap, Trash2 } from "lucide-react";
import { useState } from "react";
import { call, request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { paymentsTexts as texts } from "#texts/payments.ts";
import {
  checkPaymentAccount,
  deletePaymentAccount,
  getPaymentAccount,
  listPayments,
  type PaymentAccount,
} from "#workers/contract/endpoints/payments.ts";

/** The account as it is stored, the address to paste at the gateway, and what can be done with it. */
export function AccountCard({
  account,
  webhook,
  mayEdit,
  mayDelete,
  onEdit,
}: {
  account: PaymentAccount;
  webhook: string;
  mayEdit: boolean;
  mayDelete: boolean;
  onEdit: () => void;
}) {
  const { result, busy, check, remove } = useAccountActions();
  const { gateway, keyId, hints, lastEventAt, updatedAt, updatedBy } = account;
  const facts = [
    [texts.keyId, keyId],
    [texts.keySecret, texts.stored(hints.keySecret)],
    [texts.webhookSecret, texts.stored(hints.webhookSecret)],
    [texts.lastEvent, lastEventAt === null ? texts.noEvent : formatMoment(lastEventAt)],
    [texts.changed, `${formatMoment(updatedAt)}${updatedBy ? `, ${updatedBy}` : ""}`],
  ] as const;
  return (
    <section aria-labelledby="payment-account">
      <Card>
        <h2 id="payment-account" className="mb-3 text-base font-semibold">
          {texts.gateways[gateway]}
        </h2>
        {result && (
          <Banner kind={result.ok ? "success" : "error"} live className="mb-4">
            {result.message}
          </Banner>
        )}
        <dl className="grid gap-2.5">
          {facts.map(([term, value]) => (
            <div key={term} className="grid gap-x-6 sm:grid-cols-[10rem_1fr]">
              <dt className="text-muted">{term}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 grid justify-items-start gap-2">
          <Field label={texts.webhook} hint={texts.webhookHint} className="w-full">
            <TextInput
              readOnly
              value={webhook}
              spellCheck={false}
              onFocus={(event) => event.target.select()}
              className="font-mono text-[0.8125rem]"
            />
          </Field>
          <CopyButton text={webhook} label={texts.copy} copied={texts.copied} />
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          {mayEdit && (
            <>
              <Button icon={<PlugZap aria-hidden />} busy={busy} onClick={check}>
                {texts.check}
              </Button>
              <Button icon={<Pencil aria-hidden />} onClick={onEdit}>
                {texts.edit}
              </Button>
            </>
          )}
          {mayDelete && (
            <Button tone="danger" icon={<Trash2 aria-hidden />} onClick={() => void remove()}>
              {texts.remove}
            </Button>
          )}
        </div>
      </Card>
    </section>
  );
}

/** Checks and removes; the result of a check stays visible. */
function useAccountActions() {
  const confirm = useConfirm();
  const { busy, send, failure } = useSend();
  const [result, setResult] = useState<{ ok: boolean; message: string }>();
  const check = () => {
    setResult(undefined);
    void send(() => call(checkPaymentAccount, { body: {} }), setResult);
  };
  const remove = async () => {
    const yes = await confirm({
      title: texts.removeQuestion,
      text: texts.removeText,
      confirmLabel: texts.remove,
      run: () => request(deletePaymentAccount),
    });
    if (!yes) return;
    void invalidate(getPaymentAccount);
    void invalidate(listPayments);
  };
  return { result: failure ? { ok: false, message: failure } : result, busy, check, remove };
}
