import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { ApiError } from "#app/data/api.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { errorsTexts } from "#texts/errors.ts";

/** Replaces a part of the screen that could not be loaded: gives the reason, as a toast does, and a Retry. */
export function LoadFailure({ error, title }: { error: unknown; title: string }) {
  const toast = useToast();
  const revalidator = useRevalidator();
  const refused = error instanceof ApiError ? error : undefined;
  const text = refused?.message ?? errorsTexts.internal;
  useEffect(() => {
    toast.error(text);
  }, [error, text, toast]);
  return (
    <ErrorState
      title={title}
      text={text}
      requestId={refused?.requestId}
      busy={revalidator.state === "loading"}
      onRetry={() => void revalidator.revalidate()}
    />
  );
}
