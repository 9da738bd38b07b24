import { z } from "zod";
import { endpoint, holding } from "../endpoint.ts";
import { text } from "../fields.ts";
import { id } from "../ids.ts";
import { waFlowContent } from "#workers/contract/wa-flows/flow.ts";
import { personFields, simulatedPhoneReply } from "./simulator.ts";

const values = z.record(z.string().max(100), z.unknown()).default({});

/** A phone that fills a WhatsApp Flow in: it encrypts, signs and calls the endpoint as WhatsApp does. */
export const simulatedFlow = endpoint({
  method: "POST",
  path: "/e/enterprise/simulator/:id/flow",
  summary:
    "A played customer opens a flow on their phone, asks our endpoint, goes back, or completes it; completing sends the answer by the channel's webhook",
  access: holding("CHANNELS.CREATE", "CHANNELS.EDIT"),
  params: z.object({ id }),
  body: z.object({
    person: personFields,
    message: text(64).meta({ description: "The id of the phone's entry that carries the flow" }),
    action: z.enum(["open", "data_exchange", "back", "complete"]),
    screen: text(100).default("").meta({ description: "The screen that asks" }),
    data: values.meta({ description: "Payload of the action: what the endpoint or the answer gets" }),
  }),
  reply: z.object({
    content: waFlowContent.meta({ description: "The Flow JSON that the phone draws" }),
    screen: z.string().meta({ description: "The screen that is shown now; empty after the flow has ended" }),
    data: z.record(z.string(), z.unknown()).meta({ description: "What `${data.x}` means on it" }),
    ended: z.boolean(),
    phone: simulatedPhoneReply,
  }),
  under: "response",
});
