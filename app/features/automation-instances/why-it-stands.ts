import { publishTexts as texts } from "#texts/publish.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { AutomationInstance } from "#workers/contract/endpoints/automation-instances.ts";

/** Why an instance waits for somebody, or is over by itself; undefined where a person did it. */
export function whyItStands({
  state,
  endReason,
}: Pick<AutomationInstance, "state" | "endReason">): string | undefined {
  if (state === INSTANCE.paused && endReason === "late") return texts.why.late;
  if (state === INSTANCE.paused && endReason === "archived") return texts.why.archived;
  if (state === INSTANCE.stopped && endReason === "channelDeleted") return texts.why.channelDeleted;
  return undefined;
}
