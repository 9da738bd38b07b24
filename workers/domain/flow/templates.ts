import { isSentByHand } from "#workers/contract/templates/sending.ts";
import { hasUnsubscribe, slotsToFill } from "#workers/contract/templates/unsubscribing.ts";
import { automationTexts } from "#texts/automation.ts";
import { templatesTexts } from "#texts/templates.ts";
import type { Json } from "./json.ts";
import type { Scene } from "./scene.ts";
import { Trouble } from "./trouble.ts";

const texts = automationTexts.failures;
const PORT = { port: "failed" };

/** A value as a message has it; a template knows texts alone. */
export const textOf = (value: Json | undefined): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

/** Refuses a template that is known not to go out on the run's channel with these values. */
export function mustFit(scene: Scene, templateId: string, values: Readonly<Record<string, Json>>): void {
  const { library, channel } = scene.facts;
  scene.mustCarry("template");
  if (!library) return;
  const template = library.templates.get(templateId);
  if (!template) throw new Trouble("noTemplate", texts.noTemplate, PORT);
  if (template.channelId !== scene.run.channelId)
    throw new Trouble("otherChannel", texts.templateOfOther, PORT);
  if (template.status !== "APPROVED") throw new Trouble("notApproved", templatesTexts.notApproved, PORT);
  // A mail with offers has to say where they end, and only senders of many make that address.
  if (!isSentByHand(template.components) || hasUnsubscribe(channel.type, template))
    throw new Trouble("notByJourney", texts.templateNotByJourney, PORT);
  const missing = slotsToFill(template, channel.type).filter(({ key }) => textOf(values[key]).trim() === "");
  if (missing.length > 0)
    throw new Trouble("valueMissing", texts.templateValueMissing(missing.map(({ key }) => key)), PORT);
}
