import { z } from "zod";
import { chatLabelsTexts as texts } from "#texts/chat-labels.ts";
import { chatLabel } from "../chat-labels.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name } from "../fields.ts";
import { id } from "../ids.ts";

/** Labels of one department, or of all. */
export const MOST_LABELS = 100;
export const LONGEST_LABEL = 40;

const label = chatLabel.extend({
  departmentId: z.string().meta({ description: "Empty for one that chats of every department can have" }),
});
export type ChatLabelEntry = z.infer<typeof label>;

const departmentId = z.string().max(64).default("");
const called = name(texts.noName, LONGEST_LABEL);
const params = z.object({ id });
const configuring = holding("CHAT.CHAT_CONFIG");

export const listChatLabels = endpoint({
  method: "GET",
  path: "/e/chat/config",
  summary:
    "Labels in their order, each department's own and those of all; of one department, what its chats can have",
  access: holding("CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY", "CHAT.CHAT_CONFIG"),
  query: z.object({
    departmentId: departmentId.meta({ description: "Empty: every label" }),
  }),
  reply: z.object({ labels: z.array(label) }),
  under: "response",
});

export const createChatLabel = endpoint({
  method: "POST",
  path: "/e/chat/config",
  summary: "Adds a label at the end of a department's list",
  access: configuring,
  body: z.object({ name: called, departmentId }),
  reply: label,
  under: "response",
});

export const orderChatLabels = endpoint({
  method: "PUT",
  path: "/e/chat/config/order",
  summary: "Puts a department's labels in this order; one that is left out follows after",
  access: configuring,
  body: z.object({ departmentId, ids: z.array(z.string().max(64)).min(1, texts.noOrder).max(MOST_LABELS) }),
  reply: z.object({ labels: z.array(label) }),
  under: "response",
});

export const getChatLabel = endpoint({
  method: "GET",
  path: "/e/chat/config/:id",
  summary: "A label, and how many chats have it",
  access: configuring,
  params,
  reply: label.extend({ chats: z.int() }),
  under: "response",
});

export const renameChatLabel = endpoint({
  method: "PUT",
  path: "/e/chat/config/:id",
  summary: "Renames a label, in the chats that have it too",
  access: configuring,
  params,
  body: z.object({ name: called }),
  reply: label,
  under: "response",
});

export const deleteChatLabel = endpoint({
  method: "DELETE",
  path: "/e/chat/config/:id",
  summary: "Deletes a label; chats that have it lose it",
  access: configuring,
  params,
  reply: z.null(),
  under: "response",
});
