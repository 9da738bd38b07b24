import type { ApiError } from "#app/data/api.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";

/** In place of a page for customers that could not be loaded: its heading is `page`, and it can be tried again. */
export const PublicFailure = ({
  page,
  title,
  failure: { message, requestId },
  onRetry,
}: {
  page: string;
  title: string;
  failure: Pick<ApiError, "message" | "requestId">;
  onRetry: () => void;
}) => (
  <>
    <h1 className="sr-only">{page}</h1>
    <ErrorState title={title} text={message} requestId={requestId} onRetry={onRetry} />
  </>
);
