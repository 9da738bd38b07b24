import { useState } from "react";
import { useNavigate } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { can, useSession } from "#app/session/session.ts";
import { chatMonitorTexts as texts } from "#texts/chat-monitor.ts";
import { chatsTexts } from "#texts/chats.ts";
import { type MonitoredChat, monitoredChats } from "#workers/contract/endpoints/chat-monitor.ts";
import { LONGEST_NOTE, type SupervisorAction } from "#workers/contract/chat-action.ts";
import { useChatAction } from "../use-chat-action.ts";

/** The chats shown: a person's, or those that wait for one of a department. */
export interface Shown {
  title: string;
  query: { agentId: string; departmentId: string };
}

/** Chats behind a figure of the monitor. A supervisor joins one or takes it over; what was said they read there. */
export function MonitoredChats({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { answer, failure, reload } = useQueryOf(monitoredChats, { query: shown.query });
  const [asking, setAsking] = useState<{ chat: MonitoredChat; action: SupervisorAction }>();
  return (
    <>
      <SidePanel open onClose={onClose} title={shown.title}>
        {failure ? (
          <ErrorState
            title={texts.chatsFailed}
            text={failure.message}
            requestId={failure.requestId}
            onRetry={reload}
          />
        ) : !answer ? (
          <SkeletonRows rows={4} />
        ) : answer.chats.length === 0 ? (
          <EmptyState title={texts.noChats}>{texts.noChatsText}</EmptyState>
        ) : (
          <>
            <ul className="divide-y divide-line">
              {answer.chats.map((chat) => (
                <Row key={chat.chatId} chat={chat} onAsk={(action) => setAsking({ chat, action })} />
              ))}
            </ul>
            {answer.more && <p className="mt-2 text-muted">{texts.moreChats(answer.chats.length)}</p>}
          </>
        )}
      </SidePanel>
      {asking && <SuperviseDialog {...asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

function Row({ chat, onAsk }: { chat: MonitoredChat; onAsk: (action: SupervisorAction) => void }) {
  const { profile } = useSession();
  const mayJoin = can(profile, ["CHAT.HANDLE"]);
  return (
    <li className="grid gap-2 py-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <bdi className="font-medium [overflow-wrap:anywhere]">{chat.name || chatsTexts.nobody}</bdi>
        {chat.newMsgCount > 0 && <Badge tone="accent">{chatsTexts.unread(chat.newMsgCount)}</Badge>}
      </p>
      <p className="text-[0.8125rem] text-muted">
        {[
          chat.channelName,
          chat.waitingSince
            ? texts.waitsSince(formatShortDay(chat.waitingSince))
            : texts.lastAt(formatShortDay(chat.lastAt)),
        ].join(" · ")}
      </p>
      {mayJoin && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onAsk("superviseChat")}>
            {texts.join}
          </Button>
          <Button size="sm" onClick={() => onAsk("takeOverChat")}>
            {texts.takeOver}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Asks why, joins or takes over, and opens the chat. */
function SuperviseDialog({
  chat,
  action,
  onClose,
}: {
  chat: MonitoredChat;
  action: SupervisorAction;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const form = useFields({ note: "" }, () => ({}));
  const { act, ...sending } = useChatAction(chat.chatId, { form });
  const submit = async () => {
    if (!(await act({ action, ...form.values }))) return;
    await navigate(`/chat/conversation?queue=mine&chat=${chat.chatId}`);
  };
  return (
    <FormDialog
      id="supervise"
      open
      title={texts.asks[action].title}
      description={texts.asks[action].text(chat.handlerName)}
      form={form}
      labels={{ note: texts.reason }}
      sending={sending}
      submit={texts.asks[action].submit}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field label={texts.reason} id="supervise-note" error={form.errors.note}>
        <Textarea maxLength={LONGEST_NOTE} {...form.text("note")} />
      </Field>
    </FormDialog>
  );
}
