import { Hand, UserRoundCheck } from "lucide-react";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useSingleKeys } from "#app/lib/single-keys.ts";
import { can, useSession } from "#app/session/session.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { isAskedToTake } from "#workers/contract/chat-people.ts";
import { pickUpActions } from "#workers/contract/chat-queues.ts";
import { CHAT, isOpen } from "#workers/contract/chat-states.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import type { Asking } from "./chat-head.tsx";
import { Composer } from "../composer/composer.tsx";
import type { PartIn } from "./part-in.ts";
import { useKeyHint } from "./use-key-hint.ts";
import { useChatAction } from "../use-chat-action.ts";

/** Offers to answer the chat or to take it, or says why neither can be done. */
export function ChatFoot({
  chat,
  part,
  onAsk,
}: {
  chat: ChatEntry;
  part: PartIn;
  onAsk: (what: Asking) => void;
}) {
  const { profile } = useSession();
  const { busy, failure, act } = useChatAction(chat.chatId);
  const mayAnswer = can(profile, ["CHAT.HANDLE"]);
  const take = takingOf(chat, part);
  useSingleKeys({ pickUp: mayAnswer && take ? () => void act({ action: take }) : undefined });
  const keyOf = { pickUp: useKeyHint("pickUp"), assign: useKeyHint("assign") };
  if (part === "handler" || (part === "joined" && !take)) return <Composer chat={chat} />;
  if (part === "joined")
    return (
      <>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3">
          <p className="text-muted">{failure || saidOf(chat)}</p>
          <Button
            busy={busy}
            title={keyOf.pickUp}
            icon={<Hand aria-hidden />}
            onClick={() => take && void act({ action: take })}
          >
            {texts.pickUp}
          </Button>
        </div>
        <Composer chat={chat} />
      </>
    );
  const asked = part && chat.people.find(({ uId }) => uId === profile.uId);
  const isFree = isOpen(chat.state) && chat.handlingAgent === null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3">
      <p className="text-muted">{asked && part ? texts.asked[part](asked.byName) : saidOf(chat)}</p>
      {mayAnswer && (
        <div className="flex flex-wrap gap-2">
          {part ? (
            <>
              <Button busy={busy} onClick={() => void act({ action: "declineChat" })}>
                {texts.decline}
              </Button>
              <Button
                tone="primary"
                busy={busy}
                title={keyOf.pickUp}
                icon={<Hand aria-hidden />}
                onClick={() => void act({ action: pickUpActions[part] })}
              >
                {texts.accept[part]}
              </Button>
            </>
          ) : (
            <>
              {isFree && (
                <Button
                  title={keyOf.assign}
                  icon={<UserRoundCheck aria-hidden />}
                  onClick={() => onAsk("assign")}
                >
                  {texts.assign}
                </Button>
              )}
              {take && (
                <Button
                  tone="primary"
                  busy={busy}
                  title={keyOf.pickUp}
                  icon={<Hand aria-hidden />}
                  onClick={() => void act({ action: take })}
                >
                  {texts.pickUp}
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {failure && (
        <div className="w-full">
          <Failure text={failure} />
        </div>
      )}
    </div>
  );
}

/** By what somebody takes the chat, or joins it; undefined where they can do neither. */
function takingOf({ state, handlingAgent }: ChatEntry, part: PartIn) {
  if (part === "handler") return undefined;
  // Somebody who has joined a chat without a handler may take it, before it is missed in the middle of their talk.
  if (part === "joined") return isOpen(state) && handlingAgent === null ? pickUpActions.new : undefined;
  if (part) return pickUpActions[part];
  if (state === CHAT.missed) return pickUpActions.missed;
  return isOpen(state) && handlingAgent === null ? pickUpActions.new : undefined;
}

function saidOf({ state, handlingAgent, handlerName, missedReason, people }: ChatEntry): string {
  if (state === CHAT.missed) return texts.missed[missedReason ?? -1] ?? texts.missedWhy;
  if (!isOpen(state)) return texts.closed;
  if (handlingAgent !== null) return texts.with(handlerName);
  const asked = people.find(isAskedToTake);
  if (asked) return texts.awaits(asked.name);
  return state === CHAT.created ? texts.withBot : texts.waiting;
}
