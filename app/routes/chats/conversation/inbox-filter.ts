import type { CallOf } from "#workers/contract/endpoint.ts";
import { type ChatQueue, chatOrders, chatQueues } from "#workers/contract/chat-queues.ts";
import type { chatSummary } from "#workers/contract/endpoints/chats.ts";

/** Names in the address of what the inbox is narrowed down to. */
export const NO_FILTER = { channel: "", department: "", label: "", agent: "", unread: "" } as const;
export type InboxFilter = Record<keyof typeof NO_FILTER, string>;
export type InboxQuery = CallOf<typeof chatSummary>["query"] & { queue: ChatQueue; before: string };

const MOST = 64;

export const filterIn = (address: URLSearchParams): InboxFilter =>
  Object.fromEntries(
    Object.keys(NO_FILTER).map((name) => [name, (address.get(name) ?? "").trim().slice(0, MOST)]),
  ) as InboxFilter;
export const isNarrowed = (filter: InboxFilter): boolean => Object.values(filter).some((each) => each !== "");

/** The call of the first page of the queue in the address; what is not asked for is left out, so that it is one answer. */
export function queryIn(address: URLSearchParams): InboxQuery {
  const { channel, department, label, agent, unread } = filterIn(address);
  const queue = chatQueues.find((each) => each === address.get("queue")) ?? "new";
  const order = chatOrders.find((each) => each === address.get("order")) ?? "latest";
  return {
    queue,
    before: "",
    ...(order !== "latest" && { order }),
    ...(channel && { channelId: channel }),
    ...(department && { departmentId: department }),
    ...(label && { label }),
    ...(agent && { agentId: agent }),
    ...(unread && { unread: true }),
  };
}
