import { useRef } from "react";
import { call, messageOf } from "#app/data/api.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { type SendOptions, type Sending, useSend } from "#app/kit/use-send.ts";
import { type ChatAction } from "#workers/contract/chat-action.ts";
import { actOnChat, chatSummary, getChat } from "#workers/contract/endpoints/chats.ts";
import { merged, newest } from "./live-chats.ts";

type WithoutId<Action> = Action extends { id: string } ? Omit<Action, "id" | "holdMs"> : Action;
/** An action without the id that this gives it. */
export type Asked = WithoutId<Exclude<ChatAction, { action: "agentReadChat" }>>;

interface How {
  /** The id that it has already; another one is given to what has none. */
  id?: string;
  /** An answer or a template can be held so long, to be undone. */
  holdMs?: number | undefined;
  /** Hears why a try failed. */
  failed?: (why: string) => void;
}

/**
 * Does something in a chat. A try that broke off is made again under the same id, so that it is done once whether or not
 * the first one arrived.
 */
export function useChatAction(
  chatId: string,
  options: SendOptions = {},
): Pick<Sending, "busy" | "failure"> & {
  /** Takes back what is said of the last try. */
  clear: () => void;
  act: (asked: Asked, how?: How) => Promise<boolean>;
} {
  const { busy, failure, setFailure, send } = useSend(options);
  const open = useRef<{ key: string; id: string }>(undefined);
  const act = (asked: Asked, { id, holdMs, failed }: How = {}) => {
    const key = id ?? JSON.stringify(asked);
    if (open.current?.key !== key) open.current = { key, id: id ?? crypto.randomUUID() };
    const body = { ...asked, id: open.current.id, ...(holdMs && { holdMs }) } as ChatAction;
    return send(
      () =>
        call(actOnChat, { params: { id: chatId }, body }).catch((error: unknown) => {
          failed?.(messageOf(error));
          throw error;
        }),
      (done) => {
        open.current = undefined;
        patch(getChat, undefined, (now, { params }) =>
          params?.id === chatId ? { ...merged(now, done), chat: newest(now.chat, done.chat) } : now,
        );
        void invalidate(chatSummary);
      },
    );
  };
  return { busy, failure, clear: () => setFailure(""), act };
}
