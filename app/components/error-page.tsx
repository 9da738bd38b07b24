import { CircleAlert, RotateCw, SearchX, ShieldX } from "lucide-react";
import { isRouteErrorResponse } from "react-router";
import { ApiError } from "#app/data/api.ts";
import { PartError } from "#app/lib/load-part.ts";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { errorsTexts } from "#texts/errors.ts";
import { shellTexts } from "#texts/shell.ts";

interface Told {
  title: string;
  text: string;
  requestId?: string | undefined;
  icon: typeof CircleAlert;
}

/** A whole screen that could not be shown: what happened, the request id to quote, and the ways out. */
export function ErrorPage({ error, home }: { error: unknown; home: { to: string; label: string } }) {
  const { title, text, requestId, icon: Icon } = tell(error);
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-16 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-danger-soft text-danger-ink">
        <Icon aria-hidden className="size-7" />
      </span>
      <h1 className="text-xl font-semibold sm:text-2xl">{title}</h1>
      <p className="break-words text-muted">{text}</p>
      {requestId && (
        <p className="text-[0.8125rem] text-muted">
          {shellTexts.requestId}: <code className="select-all">{requestId}</code>. {shellTexts.requestIdHint}
        </p>
      )}
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button icon={<RotateCw aria-hidden />} onClick={() => location.reload()}>
          {shellTexts.reload}
        </Button>
        <ButtonLink to={home.to} tone="primary" reloadDocument>
          {home.label}
        </ButtonLink>
      </div>
    </div>
  );
}

function tell(error: unknown): Told {
  const shell = shellTexts;
  const errors = errorsTexts;
  const broken: Told = { title: shell.brokenTitle, text: shell.brokenText, icon: CircleAlert };
  if (error instanceof ApiError) {
    const { status, requestId, message } = error;
    if (status === 0) return { ...broken, text: navigator.onLine ? message : shell.offlineScreen };
    if (status === 404) return { title: shell.notFoundTitle, text: message, requestId, icon: SearchX };
    if (status === 403) return { title: shell.forbiddenTitle, text: message, requestId, icon: ShieldX };
    return { ...broken, text: message, requestId };
  }
  if (error instanceof PartError) {
    if (error.needsReload) return { ...broken, text: error.message };
    return { ...broken, text: navigator.onLine ? shell.screenUnreachable : shell.offlineScreen };
  }
  if (isRouteErrorResponse(error)) {
    const { message, requestId } = (error.data ?? {}) as { message?: string; requestId?: string };
    if (error.status === 404)
      return { title: shell.notFoundTitle, text: message ?? errors.notFound, requestId, icon: SearchX };
    return { ...broken, text: message ?? shell.brokenText, requestId };
  }
  return broken;
}
