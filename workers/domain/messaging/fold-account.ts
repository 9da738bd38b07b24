import { isOfAccount } from "#workers/contract/channel-facts.ts";
import type { AccountEvent } from "#workers/contract/inbound.ts";
import type { Effects } from "./effects.ts";
import type { LaneChannel } from "./lane-state.ts";

/** Takes what a vendor says of a number or an account: news, templates, flows and their health. */
export function foldAccount(
  { what, text, at: saidAt, contactId, health = [], template, flow, account = "" }: AccountEvent,
  { contactId: ours }: LaneChannel,
  effects: Effects,
  now: number,
): void {
  const at = saidAt > 0 ? saidAt : now;
  effects.news.push({ what, text, at });
  if (template) effects.templates.push({ ...template, account, at: Math.min(at, now) });
  if (flow) effects.flows.push({ ...flow, account, at: Math.min(at, now) });
  // A number that is no channel's of ours tells nothing of this one's quality, but of the account that they share.
  const isOurs = contactId === undefined || contactId === ours;
  for (const fact of health) {
    const shared = isOfAccount(fact.fact);
    if (!shared && !isOurs) continue;
    // A clock ahead of ours must not outweigh what comes after it.
    effects.health.push({
      ...fact,
      at: Math.min(at, now),
      account: shared ? account : "",
    });
  }
}
