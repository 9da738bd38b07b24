import type { MessagePower } from "#tests/support/message-power.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import { ws } from "./ws-broadcast.ts";

/** A colleague's screen, which is told of each customer's message by its vendor's id. Answers what closes it. */
export async function onScreen(
  { served, client }: Pick<MessagePower, "served" | "client">,
  heard: (vendorId: string) => void,
): Promise<() => void> {
  const { ticket } = await client.call(accountApi.socketTicket, {});
  const socket = new ws.WebSocket(`${served.url.replace("http", "ws")}/api/actions?ticket=${ticket}`, {
    perMessageDeflate: false,
  });
  socket.on("message", (data: Buffer) => {
    const text = data.toString();
    if (!text.includes("chatsChanged")) return;
    const { data: changed } = JSON.parse(text) as {
      data: { chats: { messages: { direction: string; vendorId: string | null }[] }[] };
    };
    for (const { messages } of changed.chats) {
      for (const { direction, vendorId } of messages) {
        if (direction === "in" && vendorId !== null) heard(vendorId);
      }
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject);
  });
  return () => socket.terminate();
}
