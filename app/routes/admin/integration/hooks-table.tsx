import { KeyRound, Pencil, Trash2, Zap } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { call, request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import {
  deleteHook,
  type Delivery,
  type Hook,
  listDeliveries,
  listHooks,
  renewHookSecret,
  testHook,
} from "#workers/contract/endpoints/webhooks-out.ts";
import { deliveriesOf } from "./addresses.ts";

const SecretDialog = lazily(
  () => import("./secret-dialog.tsx"),
  (module) => module.SecretDialog,
);

/** One receiver a row, with how it takes what is sent, and what can be done with it. */
export function HooksTable({
  hooks,
  mayEdit,
  mayDelete,
  onEdit,
}: {
  hooks: readonly Hook[];
  mayEdit: boolean;
  mayDelete: boolean;
  onEdit: (hook: Hook) => void;
}) {
  const { result, busyId, secret, setSecret, test, renew, remove } = useHookActions();
  return (
    <>
      {result && (
        <Banner kind={result.state === "delivered" ? "success" : "error"} live className="mb-4">
          {result.state === "delivered"
            ? texts.tested(result.status ?? 0)
            : texts.testFailed(result.answer || String(result.status))}
        </Banner>
      )}
      <Table caption={texts.tableOf}>
        <thead>
          <tr>
            <Th>{texts.url}</Th>
            <Th>{texts.events}</Th>
            <Th>{texts.state}</Th>
            <Th>{texts.changed}</Th>
            <Th>{texts.actions}</Th>
          </tr>
        </thead>
        <tbody>
          {hooks.map((hook) => (
            <tr key={hook.id}>
              <RowTh className="min-w-44 [overflow-wrap:anywhere]">
                <Link
                  to={deliveriesOf(hook.id)}
                  aria-label={texts.logOf(hook.url)}
                  className="finger inline-block min-h-6 rounded text-accent-ink underline-offset-2 hover:underline"
                >
                  {hook.url}
                </Link>
                {hook.description && (
                  <bdi className="block text-[0.8125rem] font-normal text-muted">{hook.description}</bdi>
                )}
              </RowTh>
              <Td className="min-w-40">
                <span className="flex flex-wrap gap-1">
                  {hook.events.map((event) => (
                    <Badge key={event}>{event}</Badge>
                  ))}
                </span>
              </Td>
              <Td className="min-w-32">
                <State hook={hook} />
              </Td>
              <TimeTd at={hook.updatedAt}>
                <span className="block text-[0.8125rem] text-muted">{hook.updatedBy}</span>
              </TimeTd>
              <Td>
                <span className="flex items-center gap-1">
                  {mayEdit && (
                    <>
                      <Button
                        size="sm"
                        icon={<Zap aria-hidden />}
                        busy={busyId === hook.id}
                        aria-label={texts.testOf(hook.url)}
                        onClick={() => test(hook)}
                      >
                        {texts.test}
                      </Button>
                      <IconButton
                        label={texts.editOf(hook.url)}
                        icon={<Pencil aria-hidden />}
                        onClick={() => onEdit(hook)}
                      />
                      <IconButton
                        label={texts.renewOf(hook.url)}
                        icon={<KeyRound aria-hidden />}
                        onClick={() => void renew(hook)}
                      />
                    </>
                  )}
                  {mayDelete && (
                    <IconButton
                      tone="danger"
                      label={texts.removeOf(hook.url)}
                      icon={<Trash2 aria-hidden />}
                      onClick={() => void remove(hook)}
                    />
                  )}
                </span>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

function State({ hook: { on, offReason, failingSince } }: { hook: Hook }) {
  const more = "mt-0.5 block text-[0.8125rem] text-muted";
  if (!on)
    return (
      <>
        <Badge tone={offReason ? "danger" : "neutral"}>{texts.off}</Badge>
        {offReason && <span className={more}>{texts.offReasons[offReason]}</span>}
      </>
    );
  return failingSince ? (
    <>
      <Badge tone="warning">{texts.failing}</Badge>
      <span className={more}>{texts.failingSince(formatMoment(failingSince))}</span>
    </>
  ) : (
    <Badge tone="success">{texts.on}</Badge>
  );
}

/** Tests, renews and deletes; the result of a test stays visible. */
function useHookActions() {
  const toast = useToast();
  const confirm = useConfirm();
  const { busy, send, failure } = useSend();
  const [testedId, setTestedId] = useState<string>();
  const [result, setResult] = useState<Pick<Delivery, "state" | "status" | "answer">>();
  const [secret, setSecret] = useState<string>();
  const test = ({ id }: Hook) => {
    setTestedId(id);
    setResult(undefined);
    void send(
      () => call(testHook, { params: { id }, body: {} }),
      (tried) => {
        setResult(tried);
        void invalidate(listDeliveries);
      },
    );
  };
  const renew = async ({ id }: Hook) => {
    await confirm({
      title: texts.renewQuestion,
      text: texts.renewText,
      confirmLabel: texts.renew,
      tone: "primary",
      run: async () => setSecret((await call(renewHookSecret, { params: { id }, body: {} })).secret),
    });
    void invalidate(listHooks);
  };
  const remove = async ({ id, url }: Hook) => {
    const yes = await confirm({
      title: texts.removeQuestion(url),
      text: texts.removeText,
      confirmLabel: texts.remove,
      run: () => request(deleteHook, { params: { id } }),
    });
    if (!yes) return;
    toast.success(texts.deleted);
    void invalidate(listHooks);
  };
  const shown = failure ? { state: "failed" as const, status: null, answer: failure } : result;
  return { result: shown, busyId: busy ? testedId : undefined, secret, setSecret, test, renew, remove };
}
