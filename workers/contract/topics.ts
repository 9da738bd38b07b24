import type { DraftKind } from "./automation-events.ts";

/** Names of what a socket may watch, one thing at a time: a tab shows one. */
export const topicOf = {
  chat: (id: string): string => `chat:${id}`,
  draft: (kind: DraftKind, id: string): string => `draft:${kind}:${id}`,
  /** An instance's steps, or "encap" for those of all encaps. */
  log: (of: string): string => `log:${of}`,
};

export type TopicName =
  | { topic: "chat"; id: string }
  | { topic: "draft"; kind: DraftKind; id: string }
  | { topic: "log"; of: string };

/** The subject of a topic, read from its name. */
export function topicIn(name: string): TopicName | undefined {
  const [topic = "", first = "", second = ""] = name.split(":");
  if (topic === "chat") return { topic, id: first };
  if (topic === "draft") return { topic, kind: first as DraftKind, id: second };
  return topic === "log" ? { topic, of: first } : undefined;
}
