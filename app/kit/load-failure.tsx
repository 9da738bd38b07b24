import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { ApiError, messageOf } from "#app/data/api.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { useToast } from "#app/components/ui/toast.tsx";

/** Replaces a part of the screen that could not be loaded: gives the reason and a Retry. */
export function LoadFailure({
  error,
  title,
  toasts = false,
}: {
  error: unknown;
  title: string;
  /** Set where the specification wants the reason as a toast too. */
  toasts?: boolean;
}) {
  const toast = useToast();
  const revalidator = useRevalidator();
  useEffect(() => {
    if (toasts) toast.error(messageOf(error));
  }, [error, toast, toasts]);
  return (
    <ErrorState
      title={title}
      text={messageOf(error)}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      busy={revalidator.state === "loading"}
      onRetry={() => void revalidator.revalidate()}
    />
  );
}
