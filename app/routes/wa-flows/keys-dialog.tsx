import { request } from "#app/data/api.ts";
import { put, useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { uiTexts } from "#texts/ui.ts";
import { waFlowListTexts as texts } from "#texts/wa-flow-list.ts";
import { getWaFlowKey, rotateWaFlowKey } from "#workers/contract/endpoints/wa-flows.ts";

interface Channel {
  id: string;
  name: string;
}

/** By which key each number's flows are encrypted. */
export function KeysDialog({
  channels,
  mayEdit,
  onClose,
}: {
  channels: readonly Channel[];
  mayEdit: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.keysTitle}
      description={texts.keysText}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      {channels.length === 0 ? (
        <p className="py-4 text-center text-muted">{texts.keysNone}</p>
      ) : (
        <ul className="grid gap-2">
          {channels.map((channel) => (
            <Key key={channel.id} channel={channel} mayEdit={mayEdit} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Key({ channel: { id, name }, mayEdit }: { channel: Channel; mayEdit: boolean }) {
  const confirm = useConfirm();
  const call = { params: { id } };
  const { answer: key, failure, asking, reload } = useQueryOf(getWaFlowKey, call, {});
  const rotate = () =>
    void confirm({
      title: texts.rotateTitle(name),
      text: texts.rotateText,
      confirmLabel: texts.rotate,
      tone: "primary",
      run: async () => {
        const { payload } = await request(rotateWaFlowKey, call);
        put(getWaFlowKey, call, payload);
        reload();
      },
    });
  return (
    <li className="grid gap-1.5 rounded-md border border-line px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{name}</h3>
        {key && (
          <Badge tone={key.state === "valid" ? "success" : key.state === "invalid" ? "danger" : "neutral"}>
            {texts.keyStates[key.state]}
          </Badge>
        )}
        {mayEdit && (
          <Button size="sm" aria-label={texts.rotateOf(name)} onClick={rotate}>
            {texts.rotate}
          </Button>
        )}
      </div>
      {failure && (
        <ErrorState title={texts.keyFailed} text={failure.message} busy={asking} onRetry={reload} />
      )}
      {!key && !failure && <BusyLine />}
      {key && (
        <div className="text-[0.8125rem] text-muted">
          {key.rotatedAt && <p>{texts.keyRotatedAt(formatMoment(key.rotatedAt))}</p>}
          {key.previousUntil && <p>{texts.keyPrevious(formatMoment(key.previousUntil))}</p>}
          <p className="[overflow-wrap:anywhere]">
            {texts.endpoint}: {key.endpointUrl}
          </p>
        </div>
      )}
    </li>
  );
}
