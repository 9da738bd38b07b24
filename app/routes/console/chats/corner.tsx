import { Grab, MessagesSquare, PictureInPicture2 } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Popover } from "#app/components/ui/popover.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useChatPlaces } from "#app/lib/workspace.ts";
import { formatCount } from "#app/lib/format.ts";
import { chatNotificationsTexts as texts } from "#texts/chat-notifications.ts";
import { uiTexts } from "#texts/ui.ts";
import { type PickUpKind, countOf, pickUpKinds } from "#workers/contract/chat-queues.ts";
import { ChatBox } from "./chat-box.tsx";
import { listenForPickups } from "./listen-for-pickups.ts";
import { PickupDialog } from "./pickup-dialog.tsx";
import { useAlerts } from "./use-alerts.ts";
import { useCounts } from "./use-counts.ts";
import { useTitleCount } from "./use-title-count.ts";

const FLOATS = "chatBox";

/** Chats that ask for one, and one's own with words that nobody has read: their counts under a button with a badge, or in a box; each count opens its chats. */
export function Corner() {
  const counts = useCounts();
  const toast = useToast();
  const { chats } = useChatPlaces();
  const [picking, setPicking] = useState<PickUpKind>();
  const [floats, setFloats] = useState(() => localStorage.getItem(FLOATS) !== null);
  useAlerts();
  listenForPickups();
  const unread = counts?.ownUnread.length ?? 0;
  const total = (counts?.totalChatCount ?? 0) + unread;
  useTitleCount(total);
  const pickUp = (kind: PickUpKind) => {
    if (counts?.[countOf[kind]] === 0) toast.info(texts.nothing[kind]);
    else setPicking(kind);
  };
  const float = (on: boolean) => {
    setFloats(on);
    if (on) localStorage.setItem(FLOATS, "1");
    else localStorage.removeItem(FLOATS);
  };
  return (
    <>
      <Popover
        label={texts.title}
        className="w-[min(18rem,calc(100vw-1rem))] max-sm:fixed max-sm:top-12 max-sm:right-2"
        renderOpener={(props) => (
          <IconButton
            {...props}
            label={texts.open(total)}
            count={total}
            icon={<MessagesSquare aria-hidden />}
          />
        )}
      >
        {(close) => (
          <>
            <ul className="grid gap-1 p-2">
              {pickUpKinds.map((kind) => (
                <li key={kind} className="flex items-center justify-between gap-3">
                  <span>{texts.counts[kind]}</span>
                  <span className="flex items-center gap-1">
                    <span className="font-semibold tabular-nums">
                      {counts ? formatCount(counts[countOf[kind]]) : texts.unknown}
                    </span>
                    <IconButton
                      size="sm"
                      label={texts.pickUp(texts.counts[kind])}
                      icon={<Grab aria-hidden />}
                      // Whether there is one to pick up is not known yet.
                      disabledReason={!counts ? uiTexts.loading : undefined}
                      onClick={() => {
                        close();
                        pickUp(kind);
                      }}
                    />
                  </span>
                </li>
              ))}
              <li className="flex items-center justify-between gap-3">
                <Link
                  to={`${chats}?queue=mine&unread=yes`}
                  className="finger inline-flex min-h-6 items-center rounded underline underline-offset-2"
                  onClick={close}
                >
                  {texts.ownUnread}
                </Link>
                <span className="font-semibold tabular-nums">
                  {counts ? formatCount(unread) : texts.unknown}
                </span>
              </li>
            </ul>
            <div className="flex flex-wrap gap-2 border-t border-line p-2">
              <ButtonLink size="sm" to={chats}>
                {texts.all}
              </ButtonLink>
              {!floats && (
                <Button
                  size="sm"
                  tone="ghost"
                  icon={<PictureInPicture2 aria-hidden />}
                  onClick={() => {
                    close();
                    float(true);
                  }}
                >
                  {texts.float}
                </Button>
              )}
            </div>
          </>
        )}
      </Popover>
      {floats &&
        counts &&
        createPortal(
          <ChatBox counts={counts} onPickUp={pickUp} onDock={() => float(false)} />,
          document.body,
        )}
      {picking && <PickupDialog kind={picking} onClose={() => setPicking(undefined)} />}
    </>
  );
}
