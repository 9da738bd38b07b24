import type { ReactNode } from "react";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { chatDetailsTexts as texts } from "#texts/chat-details.ts";

/** A list of known facts; unknown ones are left out. */
export function DetailsList({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-2 grid gap-2">
      {rows.map(
        ([name, value], at) =>
          value !== "" && (
            // Two fields may have one name.
            <div key={at}>
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

export const DetailsFailed = ({
  failure,
  onRetry,
}: {
  failure: { message: string; requestId?: string | undefined };
  onRetry: () => void;
}) => (
  <ErrorState title={texts.failed} text={failure.message} requestId={failure.requestId} onRetry={onRetry} />
);
