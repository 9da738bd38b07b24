import { Banner } from "#app/components/ui/banner.tsx";
import { ErrorSummary, type Problem } from "#app/components/ui/error-summary.tsx";

/** Messages above a form's fields: why it was not saved and, if several fields are wrong, a list of them. */
export function FormHead({
  failure,
  problems,
  round,
}: {
  failure: string;
  problems: Problem[];
  /** Counts the refusals. */
  round: number;
}) {
  return (
    <>
      {failure && (
        <Banner kind="error" live>
          {failure}
        </Banner>
      )}
      {/* A single problem is shown beside its field. */}
      <ErrorSummary problems={round > 0 && problems.length > 1 ? problems : []} round={round} />
    </>
  );
}
