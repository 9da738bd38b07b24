/*
 * Shows what the browser's push service brings while the console is closed, and nothing else. It has no "fetch" listener
 * and no cache: a stale console would be worse than none, and so an old worker can break no new release.
 */

const CHATS = "/chat/conversation";
const ICON = "/icon-192.png";
/** A page of the console answers at once; others of this address, such as the sign-in page, never. */
const ANSWERS_MS = 1_000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => event.waitUntil(show(payloadOf(event))));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.chatId ?? ""));
});

/** What cannot be read is shown all the same: browsers ask that of each push. */
function payloadOf({ data }) {
  try {
    return data.json();
  } catch {
    return { title: "Chatbird" };
  }
}

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

async function show({ title, body = "", chatId = "", key = "" }) {
  // Whoever has the console before them hears of a chat there.
  const inSight = (await pages()).filter(({ visibilityState }) => visibilityState === "visible");
  if (chatId !== "" && (await firstThatAnswers(inSight, ""))) return;
  const tag = chatId || "chatbird";
  const [before] = await self.registration.getNotifications({ tag });
  // Sent twice, it is news once.
  const isKnown = key !== "" && before?.data?.key === key;
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: !isKnown,
    silent: isKnown ? true : null,
    icon: ICON,
    badge: ICON,
    data: { chatId, key },
  });
}

/** Has a page of the console open the chat, or opens one there. */
async function open(chatId) {
  const found = (await pages()).toSorted((a, b) => Number(b.focused) - Number(a.focused));
  const page = await firstThatAnswers(found, chatId);
  // A browser that will not bring it to the front has opened the chat there all the same.
  if (page) return page.focus().catch(() => undefined);
  return self.clients.openWindow(
    chatId === "" ? CHATS : `${CHATS}?queue=all&chat=${encodeURIComponent(chatId)}`,
  );
}

/** Asks pages to open a chat, or none; one after the other, so that a chat opens in one page. */
async function firstThatAnswers(found, chatId) {
  for (const page of found) if (await answers(page, chatId)) return page;
  return undefined;
}

const answers = (page, chatId) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(() => resolve(false), ANSWERS_MS);
    port1.onmessage = () => {
      clearTimeout(late);
      resolve(true);
    };
    page.postMessage({ action: "openChat", chatId }, [port2]);
  });
