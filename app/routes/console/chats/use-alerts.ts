import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { call } from "#app/data/api.ts";
import { toast } from "#app/components/ui/toast-store.ts";
import { playSound } from "#app/lib/sounds.ts";
import { useChatPlaces } from "#app/lib/workspace.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { useSession } from "#app/session/session.ts";
import { openingChats } from "#app/lib/push-worker.ts";
import { withPush } from "#app/lib/with-push.ts";
import { chatNotificationsTexts as texts } from "#texts/chat-notifications.ts";
import { chatSummary } from "#workers/contract/endpoints/chats.ts";
import { type Alert, alertsIn, isOwnNews, wordsOfAlert } from "#workers/contract/chat-alerts.ts";

const SHOWN_MS = 5_000;
/** Alerts of which it is remembered that they were told. */
const REMEMBERED = 500;

/**
 * Sounds and the browser's notifications, as each person has set them in their profile. A notification is shown only
 * where its chat is out of sight: in a hidden tab, or on another screen.
 */
export function useAlerts(): void {
  const { profile } = useSession();
  const { pathname } = useLocation();
  const { chats } = useChatPlaces();
  const navigate = useNavigate();
  const told = useRef(new Set<string>());
  const isAway = useRef(false);
  useEffect(() => {
    isAway.current = pathname !== chats;
  }, [pathname, chats]);
  const open = useCallback(
    (chatId: string) => void navigate(`${chats}?queue=all&chat=${chatId}`),
    [chats, navigate],
  );
  useEffect(() => openingChats(open), [open]);
  const tell = async (alert: Alert) => {
    const { kind, chatId, byName = "" } = alert;
    const isOutOfSight = document.visibilityState !== "visible";
    const hidden = isOutOfSight || isAway.current;
    // The list in the top bar keeps it; where the chat is open, the note is in sight.
    if (kind === "mentioned" && (hidden || !location.search.includes(chatId)))
      toast.info(texts.mentioned(byName), {
        kept: true,
        action: { label: texts.all, run: () => open(chatId) },
      });
    const isOwn = isOwnNews(alert);
    if (!isOwn || hidden) sound(isOwn ? "new_message" : "new_chat");
    if (!hidden || !profile.enableChatNotification || !("Notification" in window)) return;
    if (Notification.permission !== "granted") return;
    // Of two notifications of the same, one is left to the browser's push service, which shows nothing beside a page in sight.
    if (isOutOfSight && (await withPush(({ ownPush }) => ownPush()))) return;
    // Not the chat itself: who reads that leaves an entry.
    const {
      chats: [chat],
    } = await call(chatSummary, { query: { queue: "all", before: "", chatId } });
    if (!chat && kind !== "mentioned") return;
    const name = chat ? chat.person.name || chat.person.address : "";
    const { title, body } = wordsOfAlert(alert, { name, lastMessage: chat?.lastMessage ?? "" });
    const shown = new Notification(title, { body, tag: chatId });
    shown.addEventListener("click", () => {
      window.focus();
      open(chatId);
    });
    setTimeout(() => shown.close(), SHOWN_MS);
  };
  const sound = (type: "new_chat" | "new_message") => {
    const { enable, sounds } = profile.audioSettings;
    const setting = sounds.find((each) => each.type === type);
    if (!enable || !setting) return;
    try {
      playSound(setting.sound, setting);
    } catch {
      // A browser plays nothing before the first press on its page.
    }
  };
  useEvent("chatsChanged", (changed) => {
    for (const alert of alertsIn(changed, { uId: profile.uId, now: Date.now() })) {
      if (told.current.has(alert.key)) continue;
      told.current.add(alert.key);
      if (told.current.size > REMEMBERED) told.current = new Set([...told.current].slice(-REMEMBERED / 2));
      // A chat that is gone by now is no news any more.
      tell(alert).catch(() => undefined);
    }
  });
}
