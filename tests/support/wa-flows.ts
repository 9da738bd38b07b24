import { createHmac, randomUUID } from "node:crypto";
import type { ApiClient } from "#db/seed/client.ts";
import * as flowsApi from "#workers/contract/endpoints/wa-flows.ts";
import type { WaFlowContent, WaFlowRules } from "#workers/contract/wa-flows/flow.ts";
import { WA_FLOW_PATH } from "#workers/contract/wa-flows/flow.ts";
import { writeCall } from "#workers/domain/wa-flows/crypto.ts";
import { graphOf } from "./flow.ts";
import type { Harness } from "./harness.ts";
import { rowsOf } from "./messaging.ts";

const footer = (name: string, payload: object, next?: string) => ({
  type: "Footer",
  label: "Go on",
  "on-click-action": { name, payload, ...(next !== undefined && { next: { type: "screen", name: next } }) },
});

/** Two screens of which our endpoint says the second. */
export const askingFlow = (): WaFlowContent => ({
  version: "7.3",
  data_api_version: "3.0",
  routing_model: { DAY: ["TIME"], TIME: [] },
  screens: [
    {
      id: "DAY",
      title: "Day",
      data: { name: { type: "string", __example__: "Asha" } },
      layout: {
        type: "SingleColumnLayout",
        children: [
          { type: "TextInput", name: "day", label: "Day", required: true },
          footer("data_exchange", { day: "${form.day}" }),
        ],
      },
    },
    {
      id: "TIME",
      title: "Time",
      terminal: true,
      data: { hello: { type: "string", __example__: "Hi" }, day: { type: "string", __example__: "Mon" } },
      layout: {
        type: "SingleColumnLayout",
        children: [
          { type: "TextInput", name: "time", label: "Time", required: true },
          footer("complete", { time: "${form.time}", day: "${data.day}" }),
        ],
      },
    },
  ],
});
export const askingRules: WaFlowRules = {
  DAY: { next: "TIME", data: { hello: "Hi {data.name}, on {form.day}?" } },
};

/** A photo for our endpoint, then a paper with the answer. */
export const pickingFlow = (): WaFlowContent => ({
  version: "7.3",
  data_api_version: "3.0",
  routing_model: { PHOTO: ["PAPER"], PAPER: [] },
  screens: [
    {
      id: "PHOTO",
      title: "Photo",
      data: {},
      layout: {
        type: "SingleColumnLayout",
        children: [
          { type: "PhotoPicker", name: "photos", label: "Your card", "max-uploaded-photos": 3 },
          footer("data_exchange", { photos: "${form.photos}" }),
        ],
      },
    },
    {
      id: "PAPER",
      title: "Paper",
      terminal: true,
      data: { photos: { type: "array", items: { type: "object" }, __example__: [] } },
      layout: {
        type: "SingleColumnLayout",
        children: [
          { type: "DocumentPicker", name: "papers", label: "Your paper", "max-uploaded-documents": 3 },
          footer("complete", { papers: "${form.papers}", photos: "${data.photos}" }),
        ],
      },
    },
  ],
});
export const pickingRules: WaFlowRules = { PHOTO: { next: "PAPER", data: {} } };

/** One screen, of which nobody is asked. */
export const plainFlow = (): WaFlowContent => ({
  version: "7.3",
  screens: [
    {
      id: "ONLY",
      title: "Only",
      terminal: true,
      layout: {
        type: "SingleColumnLayout",
        children: [
          { type: "TextInput", name: "city", label: "City", required: true },
          footer("complete", { city: "${form.city}" }),
        ],
      },
    },
  ],
});

/** A flow that is published on a channel of the simulator. */
export async function publishedFlow(
  owner: Pick<ApiClient, "call">,
  channelId: string,
  content = plainFlow(),
  rules: WaFlowRules = {},
): Promise<string> {
  const body = { name: `Flow ${randomUUID()}`, categories: ["OTHER" as const], channelId, content };
  const { id, name } = await owner.call(flowsApi.createWaFlow, { body });
  const { revision } = await owner.call(flowsApi.saveWaFlowDraft, {
    params: { id },
    body: { name, categories: ["OTHER"], content, rules, revision: 1 },
  });
  await owner.call(flowsApi.publishWaFlow, { params: { id }, body: { revision } });
  return id;
}

/** Asks a flow and thanks for what was answered. */
export const sendingFlow = (flowId: string, thanks: string) =>
  graphOf(
    {
      start: ["start"],
      flow: [
        "whatsappFlow",
        {
          flowId,
          text: "When do you come?",
          button: "Choose",
          mapping: [{ variable: "name", type: "static", value: "Asha" }],
        },
      ],
      thanks: ["sendMessage", { variants: [{ channel: -1, content: { kind: "text", text: thanks } }] }],
      end: ["end", { outcome: "done" }],
    },
    ["start > flow", "flow.completed > thanks", "thanks > end"],
  );

/** A file that somebody has sent with the answer of a flow. */
export async function makeFlowFile(
  { env }: Pick<Harness, "env">,
  { enterpriseId }: { enterpriseId: string },
  { channelId, messageId, fileId }: { channelId: string; messageId: string; fileId: string },
): Promise<string> {
  const id = randomUUID();
  await env.TENANT_1.prepare(
    `INSERT INTO message_media (id, enterprise_id, channel_id, identity_id, message_id, part, kind, medium, state, file_id, mime, name, bytes, not_before, until, at)
     VALUES (?, ?, ?, 'i', ?, 'photos/0', 'document', '{}', 'kept', ?, 'image/png', 'canary.png', 1, 0, 0, 1)`,
  )
    .bind(id, enterpriseId, channelId, messageId, fileId)
    .run();
  return id;
}

interface Called {
  status: number;
  answer: { screen?: string; data?: Record<string, unknown>; error_msg?: string } | undefined;
}

/** One call of a phone to our endpoint, with real encryption and signature. */
export async function callEndpoint(
  harness: Harness,
  { id, token }: { id: string; token: string },
  body: object,
  { publicKey, signature }: { publicKey?: string; signature?: string } = {},
): Promise<Called> {
  const [key] = await rowsOf<{ public_key: string }>(
    harness,
    "SELECT public_key FROM wa_flow_keys WHERE channel_id = ?",
    id,
  );
  const { call, read } = await writeCall(publicKey ?? key?.public_key ?? "", { version: "3.0", ...body });
  const text = JSON.stringify(call);
  const response = await harness.fetch(`${WA_FLOW_PATH}${id}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-hub-signature-256": signature ?? `sha256=${createHmac("sha256", token).update(text).digest("hex")}`,
    },
    body: text,
  });
  const answered = await response.text();
  const isRead = response.status === 200 || response.status === 427;
  return {
    status: response.status,
    answer: isRead ? ((await read(answered)) as Called["answer"]) : undefined,
  };
}
