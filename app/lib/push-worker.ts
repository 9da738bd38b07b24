import { OPEN_CHAT } from "#workers/contract/push.ts";

// The little of push that each screen loads. Absent where a page is not secure, and in some browsers' private windows.
const workers = (): ServiceWorkerContainer | undefined => (navigator as Partial<Navigator>).serviceWorker;

/** The console's service worker in this browser; undefined unless somebody has asked for push here. */
export const pushWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  workers()?.getRegistration("/");

/** Opens chats whose notifications are pressed; the worker waits to hear that a page does. */
export function openingChats(open: (chatId: string) => void): () => void {
  const onMessage = ({ data, ports }: MessageEvent<{ action: string; chatId: string }>) => {
    if (data.action !== OPEN_CHAT) return;
    ports[0]?.postMessage(true);
    if (data.chatId) open(data.chatId);
  };
  workers()?.addEventListener("message", onMessage);
  return () => workers()?.removeEventListener("message", onMessage);
}
