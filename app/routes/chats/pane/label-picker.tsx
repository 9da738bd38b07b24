import { Tag } from "lucide-react";
import { useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import { patch, useQueryOf } from "#app/data/query.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Popover } from "#app/components/ui/popover.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { useKeyOf, useSingleKeys } from "#app/lib/single-keys.ts";
import { chatLabelsTexts as texts } from "#texts/chat-labels.ts";
import { listChatLabels } from "#workers/contract/endpoints/chat-labels.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type ChatEntry, chatSummary, getChat } from "#workers/contract/endpoints/chats.ts";
import { tagChat } from "#workers/contract/endpoints/chat-steps.ts";
import { merged } from "../live-chats.ts";

/** The labels of a chat; each tick is saved at once. */
export function LabelPicker({ chat }: { chat: ChatEntry }) {
  const opener = useRef<HTMLButtonElement>(null);
  const key = useKeyOf("label");
  useSingleKeys({ label: () => opener.current?.click() });
  return (
    <Popover
      label={texts.of}
      rootClassName="sm:relative"
      className="max-h-80 w-64 overflow-y-auto p-3 max-sm:inset-x-2 max-sm:w-auto"
      renderOpener={(props) => (
        <IconButton {...props} ref={opener} label={texts.labels} shortcut={key} icon={<Tag aria-hidden />} />
      )}
    >
      <Choices chat={chat} />
    </Popover>
  );
}

function Choices({ chat: { chatId, departmentId, labels } }: { chat: ChatEntry }) {
  const {
    answer,
    failure: unread,
    reload,
  } = useQueryOf(listChatLabels, {
    query: { departmentId: departmentId ?? "" },
  });
  const { busy, failure, send } = useSend();
  const [wanted, setWanted] = useState<readonly string[]>();
  const latest = useRef<readonly string[]>([]);
  if (unread && !answer)
    return (
      <ErrorState title={texts.failed} text={unread.message} requestId={unread.requestId} onRetry={reload} />
    );
  if (!answer) return <SkeletonRows rows={3} />;
  const chosen = labels.map(({ id }) => id);
  const fitting = answer.labels.filter((each) => ["", departmentId].includes(each.departmentId));
  // Labels from the department that the chat came from can be taken away here too.
  const all = [...fitting, ...labels.filter(({ id }) => fitting.every((each) => each.id !== id))];
  if (all.length === 0) return <p className="text-muted">{texts.noneToChoose}</p>;
  const shown = wanted ?? chosen;
  // Ticks made while one is being saved are saved after it, together.
  const set = async (tags: readonly string[]) => {
    setWanted(tags);
    latest.current = tags;
    if (busy) return;
    for (let sent: readonly string[] | undefined; sent !== latest.current;) {
      sent = latest.current;
      const body = { tags: [...sent] };
      if (!(await send(() => call(tagChat, { params: { id: chatId }, body }), take))) break;
    }
    setWanted(undefined);
  };
  const take = ({ chat, actions }: ReplyOf<typeof tagChat>) => {
    patch(getChat, undefined, (now, { params }) =>
      params?.id === chatId ? { ...merged(now, { messages: [], actions }), chat } : now,
    );
    patch(chatSummary, undefined, (now) => ({
      ...now,
      chats: now.chats.map((each) => (each.chatId === chatId ? { ...each, labels: chat.labels } : each)),
    }));
  };
  return (
    <>
      <Failure text={failure} className="mb-2" />
      <ul className="grid gap-1.5">
        {all.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              label={<bdi>{name}</bdi>}
              checked={shown.includes(id)}
              onChange={(on) => void set(on ? [...shown, id] : shown.filter((each) => each !== id))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
