import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";

/** A new node's first data, where the schema has no default: enough for its exits to be seen, nothing made up. */
const BEGINNINGS: Partial<Record<NodeTypeName, Record<string, unknown>>> = {
  sendMessage: { variants: [{ channel: EVERY_CHANNEL, content: { kind: "text", text: "" } }] },
  // Enterprises name their fields themselves: none has an address that is known here.
  sendMail: { to: "", subject: "", text: "" },
  sendSms: { to: "{contact.phoneNumber}", text: "" },
  ask: { text: "", answer: { kind: "text" } },
  buttons: { text: "", options: [{ id: "1", label: "" }] },
  condition: { rows: [{ id: "1", when: { condition: { match: "all", rows: [] } } }] },
  split: {
    variants: [
      { id: "a", label: "A", share: 50 },
      { id: "b", label: "B", share: 50 },
    ],
  },
  setVariables: { set: [{ variable: "", type: "static", value: "" }] },
  updateCustomer: { changes: [] },
  wait: { until: { kind: "duration", length: { amount: 1, unit: "days" } } },
  runJourney: { journeyId: "", mapping: [], wait: true },
  bot: { intents: [] },
  waitFor: { events: [{ id: "1", kind: "reply" }] },
  http: { request: { authType: 1, configId: "", method: "GET", path: "" } },
  payment: {
    amount: { type: "static", value: 0 },
    currency: "INR",
    description: "",
    text: "{payment.url}",
  },
};

export const newDataOf = (type: NodeTypeName): Record<string, unknown> =>
  structuredClone(BEGINNINGS[type] ?? {});
