import { useFailedPage } from "#app/features/more-pages/more-pages.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";

/** A page of a list that failed to come. While it is on its way, the list's button says so. */
export function ComingRows({
  at,
  failure,
  reload,
  failed,
}: {
  at: number;
  failure: { message: string; requestId?: string | undefined } | undefined;
  reload: () => void;
  failed: string;
}) {
  useFailedPage(at, failure !== undefined, reload);
  return (
    failure && (
      <li className="p-2 text-center">
        <ErrorState title={failed} text={failure.message} requestId={failure.requestId} onRetry={reload} />
      </li>
    )
  );
}
