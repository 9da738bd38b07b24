import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Adapter } from "../adapter.ts";
import { jsonPost, refusal } from "../call.ts";
import { whyNot } from "../fits.ts";
import { capabilities, eventOf, visitorsOf } from "./format.ts";
import { WEB_HOST } from "./wire.ts";

/**
 * Tells the visitor's open tabs. That nobody has one open is no failure: the row is what a client fetches when it is
 * back. Whether it has arrived, the client says itself.
 */
export const send: Adapter["send"] = async (message, channel, { fetch, now }) => {
  const reason = whyNot(message.body, capabilities);
  if (reason !== undefined)
    return refusal(reason, capabilities.kinds.includes(message.body.kind) ? "tooLong" : "kind");
  const visitors = visitorsOf(message, channel.id);
  if (visitors.length === 0) return refusal(texts.noVisitor);
  const event = eventOf(message, now());
  for (const visitor of visitors) {
    try {
      await fetch(`https://${WEB_HOST}/${channel.id}/${visitor}`, jsonPost(event));
    } catch {
      return { outcome: "unknown", code: "noAnswer", reason: texts.lost };
    }
  }
  return { outcome: "sent", vendorId: `web.${message.id}` };
};

export const test: Adapter["test"] = async () => ({ ok: true, text: texts.webWorks });
