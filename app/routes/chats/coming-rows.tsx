import { Button } from "#app/components/ui/button.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";

/** The last line of a list whose next page is on its way, or failed to come. */
export function ComingRows({
  failure,
  reload,
  failed,
  more,
}: {
  failure: { message: string; requestId?: string | undefined } | undefined;
  reload: () => void;
  failed: string;
  more: string;
}) {
  return (
    <li className="p-2 text-center">
      {failure ? (
        <ErrorState title={failed} text={failure.message} requestId={failure.requestId} onRetry={reload} />
      ) : (
        <Button busy>{more}</Button>
      )}
    </li>
  );
}
