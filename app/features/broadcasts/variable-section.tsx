import type { ReactNode } from "react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { useForm } from "./form-context.ts";
import { Section } from "./section.tsx";
import type { useVariables } from "./use-variables.ts";
import { VariableFields } from "./variable-fields.tsx";

const texts = broadcastsTexts.form;

/** The variables of the template that was chosen, once they are known. */
export function VariableSection({
  title = texts.variables,
  loading,
  aside,
}: {
  title?: string;
  loading: Omit<ReturnType<typeof useVariables>, "variables">;
  aside?: ReactNode;
}) {
  const { draft, change } = useForm();
  return (
    <Section title={title} aside={aside}>
      {loading.failure ? (
        <ErrorState title={texts.variablesFailed} text={loading.failure.message} onRetry={loading.reload} />
      ) : loading.isLoading ? (
        <Progress label={texts.loadingVariables} />
      ) : (
        <>
          <VariableFields />
          <Checkbox
            label={texts.trackClicks}
            hint={texts.trackClicksHint}
            checked={draft.trackClicks}
            onChange={(trackClicks) => change({ trackClicks })}
          />
        </>
      )}
    </Section>
  );
}
