import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcast-sending.ts";
import type { BroadcastDraft } from "./broadcast-draft.ts";
import { ofMessage, ofRecipients, ofTime, type Variables } from "./broadcast-request.ts";
import { placesOf } from "./form-places.ts";

/** Parts of a broadcast's form, in the order in which they stand there. */
export const stepNames = ["template", "audience", "variables", "preview", "time", "review"] as const;
export type StepName = (typeof stepNames)[number];
export type StepState = "done" | "todo" | "wrong";

const AUDIENCE = new Set(["numbers", "file", "groups"]);
const TIME = new Set(["start", "timezone"]);

/** The step whose part has the field of a place. */
function stepOf(place: string): StepName {
  if (place.startsWith("mapping.")) return "variables";
  return AUDIENCE.has(place) ? "audience" : TIME.has(place) ? "time" : "template";
}

/**
 * How far each step of the form is: wrong where its part shows a problem, where nobody would get it, and where somebody would
 * read a gap. The last one is done once all others are and somebody gets it.
 */
export function stepStates({
  draft,
  variables,
  isLoading,
  estimate,
  problemAt,
  now,
}: {
  draft: BroadcastDraft;
  variables: Variables;
  /** Of the template's variables. */
  isLoading: boolean;
  estimate: Pick<BroadcastEstimate, "reachable" | "samples" | "problems"> | undefined;
  problemAt: (place: string) => string | undefined;
  now: number;
}): Record<StepName, StepState> {
  const shown = new Set(placesOf(variables).filter(problemAt).map(stepOf));
  const open = new Set(
    Object.keys({ ...ofMessage(draft, variables), ...ofRecipients(draft), ...ofTime(draft, now) }).map(
      stepOf,
    ),
  );
  const isKnown = draft.template !== null && !isLoading;
  if (!isKnown) open.add("variables");
  if (!isKnown || !estimate || estimate.samples.length === 0) open.add("preview");
  if (estimate?.reachable === 0) shown.add("audience");
  if (estimate && estimate.problems.length > 0 && !open.has("variables")) shown.add("variables");
  if (estimate?.samples.some(({ missing }) => missing.length > 0)) shown.add("preview");
  if (!estimate || open.size + shown.size > 0) open.add("review");
  const stateOf = (step: StepName): StepState =>
    shown.has(step) ? "wrong" : open.has(step) ? "todo" : "done";
  return {
    template: stateOf("template"),
    audience: stateOf("audience"),
    variables: stateOf("variables"),
    preview: stateOf("preview"),
    time: stateOf("time"),
    review: stateOf("review"),
  };
}
