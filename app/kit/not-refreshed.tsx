import type { ApiError } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { uiTexts } from "#texts/ui.ts";

/** Says that what is shown could not be asked for anew, and why; from `useLoaded`. */
export function NotRefreshed({
  list: { failure, reload },
}: {
  list: { failure: ApiError | undefined; reload: () => void };
}) {
  if (!failure) return null;
  return (
    <Banner
      kind="warning"
      live
      className="mb-3"
      title={uiTexts.notRefreshed}
      actions={
        <Button size="sm" onClick={reload}>
          {uiTexts.retry}
        </Button>
      }
    >
      {failure.message}
    </Banner>
  );
}
