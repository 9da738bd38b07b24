import { useQueryOf } from "#app/data/query.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import { listBroadcastVariables } from "#workers/contract/endpoints/broadcast-variables.ts";
import type { Variables } from "./broadcast-request.ts";

/** The specification's loader of variables (customer-master.md 9). */
export const LOADER_MS = 500;
const NO_VARIABLES: Variables = { groups: [], columns: [], media: [] };

/** The variables of the template, and the loader that the specification wants after another template was chosen. */
export function useVariables(templateUId: string) {
  const settled = useSettled(templateUId, LOADER_MS);
  const { answer, failure, reload } = useQueryOf(
    listBroadcastVariables,
    { query: { templateUId } },
    { enabled: templateUId !== "" },
  );
  return {
    variables: (templateUId && answer) || NO_VARIABLES,
    isLoading: templateUId !== "" && !failure && (!answer || settled !== templateUId),
    failure: answer ? undefined : failure,
    reload,
  };
}
