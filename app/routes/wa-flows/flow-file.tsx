import { Download } from "lucide-react";
import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { uiTexts } from "#texts/ui.ts";
import { waFlowListTexts as texts } from "#texts/wa-flow-list.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { waFlowFile } from "#workers/contract/endpoints/wa-flows.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { FlowFile } from "#workers/contract/wa-flows/files.ts";

type Found = ReplyOf<typeof waFlowFile>;

/** A file among the answers: its address works for minutes, so it is asked for on a press. */
export function FileOfAnswer({ file: { file: id, name } }: { file: FlowFile }) {
  const [found, setFound] = useState<Found>();
  const { busy, failure, send } = useSend();
  const known = name || texts.file.unnamed;
  if (found) return <Shown found={found} />;
  return (
    <span className="inline-grid gap-1 align-top">
      <Button
        size="sm"
        busy={busy}
        icon={<Download aria-hidden />}
        aria-label={texts.file.open(known)}
        onClick={() => void send(() => call(waFlowFile, { params: { id } }), setFound)}
      >
        <span className="max-w-60 truncate">{known}</span>
      </Button>
      {failure && (
        <span role="alert" className="text-[0.8125rem] text-danger-ink">
          {failure}
        </span>
      )}
    </span>
  );
}

function Shown({ found: { url, name, reason, bytes } }: { found: Found }) {
  const known = name || texts.file.unnamed;
  if (url === null)
    return (
      <span role="status">
        {known}: {reason}
      </span>
    );
  return (
    <a href={url} download={name} className="text-accent-ink underline">
      {texts.file.save(known, formatBytes(bytes ?? 0))}
    </a>
  );
}

/** The file that an address names, such as one that a journey has handed on. */
export function FlowFileDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { answer, failure, asking, reload } = useQueryOf(waFlowFile, { params: { id } });
  return (
    <Dialog
      open
      size="sm"
      title={texts.file.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      {failure && (
        <ErrorState title={texts.file.failed} text={failure.message} busy={asking} onRetry={reload} />
      )}
      {!answer && !failure && <BusyLine />}
      {answer && (
        <div className="grid gap-2">
          <p className="[overflow-wrap:anywhere]">{answer.mediaType}</p>
          {answer.url === null ? (
            <Banner kind="info">{answer.reason}</Banner>
          ) : (
            <p className="[overflow-wrap:anywhere]">
              <Shown found={answer} />
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
