import { CircleAlert, RotateCw } from "lucide-react";
import { uiTexts } from "#texts/ui.ts";
import { Button } from "./button.tsx";

/** A part of a screen that could not be loaded: the reason, and Retry. */
export function ErrorState({
  title = uiTexts.failed,
  text,
  requestId,
  onRetry,
  retryLabel = uiTexts.retry,
  busy = false,
}: {
  title?: string;
  text?: string;
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
  retryLabel?: string;
  busy?: boolean;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-10 text-center">
      <CircleAlert aria-hidden className="size-8 text-danger" />
      <p className="text-base font-semibold">{title}</p>
      {text && <p className="max-w-md break-words text-muted">{text}</p>}
      {requestId && (
        <p className="text-xs text-muted">
          {uiTexts.reference}: <code>{requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-2" icon={<RotateCw aria-hidden />} busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
