import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { publishTexts as texts } from "#texts/publish.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { type AutomationInstance, instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";

/** The launches that were deleted, of a journey on its channels or of an encap, and their way back. */
export function DeletedInstances({
  kind,
  id,
  name,
  onRestored,
  onClose,
}: {
  kind: AutomationKind;
  id: string;
  name: string;
  onRestored: () => Promise<void>;
  onClose: () => void;
}) {
  const { answer, failure } = useQueryOf(instanceDoors[kind].list, {
    params: { id },
    query: { deleted: "true" },
  });
  return (
    <SidePanel open onClose={onClose} title={texts.deletedTitle(name)}>
      {answer === undefined ? (
        failure ? (
          <LoadFailure error={failure} title={texts.deletedFailed} />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : answer.instances.length === 0 ? (
        <p className="text-muted">{texts.deletedNone}</p>
      ) : (
        <div className="grid gap-3">
          <p className="text-muted">{texts.restoreHint}</p>
          <ul aria-label={texts.deleted} className="grid gap-2">
            {answer.instances.map((instance) => (
              <DeletedInstance key={instance.id} {...{ kind, id, instance, onRestored }} />
            ))}
          </ul>
          {answer.more && <p className="text-muted">{texts.deletedMore}</p>}
        </div>
      )}
    </SidePanel>
  );
}

function DeletedInstance({
  kind,
  id,
  instance: { id: instanceId, name, channel, version, updatedBy, updatedAt, revision },
  onRestored,
}: {
  kind: AutomationKind;
  id: string;
  instance: AutomationInstance;
  onRestored: () => Promise<void>;
}) {
  const sending = useSend();
  const where = channel?.name ?? texts.channelGone;
  const restore = () =>
    void sending.send(
      () =>
        request(instanceDoors[kind].move, {
          params: { id, instanceId },
          body: { action: "restore", revision },
        }),
      async () => {
        await Promise.all([invalidate(instanceDoors[kind].list), onRestored()]);
      },
    );
  return (
    <li className="grid gap-1 rounded-md border border-line px-3 py-2">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <span className="grid min-w-0">
          <bdi className="font-medium [overflow-wrap:anywhere]">{kind === "encap" ? name : where}</bdi>
          <span className="text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
            {[...(kind === "encap" ? [where] : []), texts.version(version)].join(" · ")}
          </span>
          <span className="text-[0.8125rem] text-muted tabular-nums">
            {texts.deletedBy(updatedBy, formatShortDay(updatedAt))}
          </span>
        </span>
        <Button
          size="sm"
          busy={sending.busy}
          aria-label={texts.on(texts.restore, kind === "encap" ? name : where)}
          onClick={restore}
        >
          {texts.restore}
        </Button>
      </div>
      <Failure text={sending.failure} />
    </li>
  );
}
