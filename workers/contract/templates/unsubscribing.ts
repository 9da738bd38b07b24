import { unsubscribeLine } from "#texts/unsubscribe.ts";
import { channelTypes } from "../channel-types.ts";
import { UNSUBSCRIBE } from "../short-links.ts";
import { type Slot, slotsOf } from "./sending.ts";
import type { Template } from "./template.ts";

/** Mails with offers say where one press ends them: in a header, and in words that people read. */

/** Whether such an address goes with a template on a channel of that type. */
export const hasUnsubscribe = (channelType: number, { category }: Pick<Template, "category">): boolean =>
  channelType === channelTypes.email && category === "MARKETING";

/** A template's own place for the address, `{{unsubscribe}}`: nobody fills it in, and the mail has no line of ours then. */
export const isUnsubscribePlace = ({ name, place }: Pick<Slot, "name" | "place">): boolean =>
  name === UNSUBSCRIBE && !place.startsWith("buttons.");

/** The words of the line that we add to such a mail; empty where there is none, or the template has a place of its own. */
export const unsubscribeWords = (channelType: number, template: Omit<Template, "name">): string =>
  hasUnsubscribe(channelType, template) && !slotsOf(template.components).some(isUnsubscribePlace)
    ? unsubscribeLine(template.language)
    : "";

/** The slots that whoever sends a template to many fills in. */
export const slotsToFill = (
  template: Pick<Template, "category" | "components">,
  channelType: number,
): Slot[] =>
  slotsOf(template.components).filter(
    (slot) => !(hasUnsubscribe(channelType, template) && isUnsubscribePlace(slot)),
  );
