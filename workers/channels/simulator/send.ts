import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import type { Adapter, SendResult } from "../adapter.ts";
import { whyNot } from "../fits.ts";
import { callOf } from "./format.ts";
import { SIMULATOR_HOST, simulatedAnswer } from "./wire.ts";

export const send: Adapter["send"] = async (message, channel, { fetch }) => {
  const reason = whyNot(message.body, simulatorCapabilities(channel.type));
  if (reason !== undefined) return { outcome: "failed", reason, ofMessage: true };
  try {
    const response = await fetch(`https://${SIMULATOR_HOST}/${channel.id}/messages`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(callOf(message)),
    });
    const { vendorId, ...why } = simulatedAnswer.parse(await response.json());
    if (response.ok && vendorId !== undefined) return { outcome: "sent", vendorId };
    return { outcome: response.status === 429 || response.status >= 500 ? "later" : "failed", ...why };
  } catch {
    return { outcome: "unknown", reason: "The simulator did not answer." } satisfies SendResult;
  }
};

export const test: Adapter["test"] = async () => ({ ok: true, text: "The simulator is always there." });
