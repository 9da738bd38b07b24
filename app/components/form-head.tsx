import { Banner } from "#app/components/ui/banner.tsx";
import { ErrorSummary, type Problem } from "#app/components/ui/error-summary.tsx";

/** What a form says above its fields: why it was not saved, and where several fields are wrong, a list of them. */
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
      {/* A single one stands beside its field. */}
      <ErrorSummary problems={round > 0 && problems.length > 1 ? problems : []} round={round} />
    </>
  );
}
