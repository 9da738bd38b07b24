import { Download } from "lucide-react";
import { useState } from "react";
import { type AnyEndpoint, download, type Input } from "#app/data/api.ts";
import { saveFile } from "#app/data/save-file.ts";
import { Button, type ButtonSize, type ButtonTone } from "#app/components/ui/button.tsx";
import { slimButton, slimWords } from "#app/components/ui/slim.ts";
import { useSend } from "#app/kit/use-send.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { uiTexts } from "#texts/ui.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";

interface Props<E> {
  endpoint: E;
  input?: CallOf<E>;
  fileName: string | (() => string);
  label: string;
  size?: ButtonSize;
  tone?: ButtonTone;
  /** In windows that have no room for it, the label is a tip: in those of a middle width, or in small ones. */
  slim?: "middle" | "small";
  /** Begins the sentence that says why there is no file. */
  failed?: string;
  onSaved?: (fileName: string) => void;
}

const WORDS = { middle: "lg:max-2xl:sr-only", small: slimWords };

/** Downloads a file and saves it: shows how much has arrived, and beside itself why it failed. */
export function ExportButton<E extends AnyEndpoint>({
  endpoint,
  input,
  fileName,
  label,
  size,
  tone,
  slim,
  failed,
  onSaved,
}: Props<E>) {
  const { busy, failure, send } = useSend();
  const [bytes, setBytes] = useState(0);
  const run = () => {
    setBytes(0);
    return send(
      () => download(endpoint, input as Input<E>, setBytes),
      (content) => {
        const name = typeof fileName === "string" ? fileName : fileName();
        saveFile(content, name);
        onSaved?.(name);
      },
    );
  };
  return (
    <>
      {failure && (
        <p role="alert" className="self-center text-[0.8125rem] text-danger-ink">
          {failed ? `${failed}. ${failure}` : failure}
        </p>
      )}
      <Button
        icon={<Download aria-hidden />}
        size={size}
        tone={tone}
        busy={busy}
        title={slim && label}
        className={slim === "small" ? slimButton : undefined}
        onClick={() => void run()}
      >
        <span className={slim && WORDS[slim]}>{label}</span>
        {busy && bytes > 0 && <span className="font-normal tabular-nums">{formatBytes(bytes)}</span>}
      </Button>
      <span role="status" className="sr-only">
        {busy && uiTexts.working}
      </span>
    </>
  );
}
