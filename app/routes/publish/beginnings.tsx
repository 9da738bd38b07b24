import { useState } from "react";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { publishTexts as texts } from "#texts/publish.ts";
import { type Trigger, triggerInWords } from "#workers/contract/automation/triggers.ts";
import type { AutomationInstance } from "#workers/contract/endpoints/automation-instances.ts";
import { listJourneyReferences, type References } from "#workers/contract/endpoints/automations.ts";
import {
  getJourneyHook,
  renewJourneyHook,
  sendEvent,
} from "#workers/contract/endpoints/automation-triggers.ts";

/** The triggers of a journey on a channel, in words, and what other systems need in order to begin it. */
export function Beginnings({
  id,
  instance: { id: instanceId, triggers, hasHook },
  mayEdit,
}: {
  id: string;
  instance: AutomationInstance;
  mayEdit: boolean;
}) {
  const { answer: references } = useQueryOf(
    listJourneyReferences,
    {},
    { enabled: triggers.some(namesSomething) },
  );
  if (triggers.length === 0) return null;
  return (
    <div className="grid gap-1 text-[0.8125rem]">
      <p className="text-muted">{texts.begins}</p>
      <ul className="list-disc ps-5 [overflow-wrap:anywhere]">
        {triggers.map((each) => {
          const words = triggerInWords(each, (of) => nameIn(references, of));
          return (
            <li key={words}>
              {words}
              {each.kind === "event" && mayEdit && <EventExample name={each.name} />}
            </li>
          );
        })}
      </ul>
      {hasHook && mayEdit && <Hook {...{ id, instanceId }} />}
    </div>
  );
}

const NAMING: ReadonlySet<Trigger["kind"]> = new Set([
  "membership",
  "schedule",
  "journey",
  "broadcast",
  "form",
]);
const namesSomething = ({ kind }: Trigger): boolean => NAMING.has(kind);
const nameIn = (references: References | undefined, id: string): string =>
  Object.values(references ?? {})
    .flat()
    .find((each) => each.id === id)?.name ?? texts.nameless;

function EventExample({ name }: { name: string }) {
  const [open, setOpen] = useState(false);
  const body = JSON.stringify({
    name,
    key: "order-1001",
    customer: { phone: "+919876543210" },
    data: { total: 450 },
  });
  const curl = `curl "${location.origin}/api${sendEvent.path}" \\\n  -H "authorization: Bearer YOUR_KEY" \\\n  -H "content-type: application/json" \\\n  -d '${body}'`;
  return (
    <div className="my-1 grid justify-items-start gap-2">
      <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
        {texts.example(name)}
      </Button>
      {open && (
        <>
          <p className="text-muted">{texts.exampleText}</p>
          <pre className="max-w-full rounded-md border border-line p-2 break-all whitespace-pre-wrap">
            {curl}
          </pre>
          <CopyButton text={curl} label={texts.copyExample} copied={texts.copied} />
        </>
      )}
    </div>
  );
}

/** The address is a secret: it is asked for only when somebody wants to see it. */
function Hook({ id, instanceId }: { id: string; instanceId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="my-1 grid justify-items-start gap-2">
      <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
        {texts.hook}
      </Button>
      {open && <HookAddress {...{ id, instanceId }} />}
    </div>
  );
}

function HookAddress({ id, instanceId }: { id: string; instanceId: string }) {
  const params = { id, instanceId };
  const { answer, failure } = useQueryOf(getJourneyHook, { params });
  const confirm = useConfirm();
  if (failure) return <LoadFailure error={failure} title={texts.hookFailed} />;
  if (!answer) return <SkeletonRows rows={2} />;
  const renew = () =>
    void confirm({
      title: texts.renewTitle,
      text: texts.renewText,
      confirmLabel: texts.renew,
      run: async () => {
        await request(renewJourneyHook, { params });
        await invalidate(getJourneyHook);
      },
    });
  return (
    <div className="grid max-w-full justify-items-start gap-2">
      <p className="text-muted">{texts.hookText}</p>
      <code className="max-w-full rounded-md border border-line p-2 break-all">{answer.address}</code>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={answer.address} label={texts.copyHook} copied={texts.copied} />
        <Button size="sm" onClick={renew}>
          {texts.renew}
        </Button>
      </div>
      {answer.calledAt === null ? (
        <p className="text-muted">{texts.neverCalled}</p>
      ) : (
        <>
          <p className="text-muted">{texts.sample(formatMoment(answer.calledAt))}</p>
          <pre
            className="max-h-60 max-w-full overflow-auto rounded-md border border-line p-2 break-all whitespace-pre-wrap"
            tabIndex={0}
          >
            {answer.sample}
          </pre>
        </>
      )}
    </div>
  );
}
