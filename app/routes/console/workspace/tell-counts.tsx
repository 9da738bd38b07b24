import { useEffect } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { tellHost, useEmbedders } from "#app/lib/host-page.ts";
import { countOf, pickUpKinds } from "#workers/contract/chat-queues.ts";
import { chatCount } from "#workers/contract/endpoints/chats.ts";

/** Tells the page around the workspace how many chats wait, for a badge of its own; the corner keeps the counts. */
export function TellCounts(): null {
  const { answer } = useQueryOf(chatCount);
  const embedders = useEmbedders();
  useEffect(() => {
    if (!answer) return;
    const kinds = pickUpKinds.map((kind) => [kind, answer[countOf[kind]]] as const);
    const counts = { ...Object.fromEntries(kinds), total: answer.totalChatCount, own: answer.ownChatCount };
    tellHost(embedders, { type: "chatbird:counts", counts });
  }, [answer, embedders]);
  return null;
}
