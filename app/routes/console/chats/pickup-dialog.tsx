import { useState } from "react";
import { useNavigate } from "react-router";
import { call } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { connectionStore } from "#app/realtime/socket.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { chatNotificationsTexts as texts } from "#texts/chat-notifications.ts";
import { channelsTexts } from "#texts/channels.ts";
import { chatsTexts } from "#texts/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { actOnChat, type ChatEntry, chatCount, chatSummary } from "#workers/contract/endpoints/chats.ts";
import { useChatPlaces } from "#app/lib/workspace.ts";
import { useSession } from "#app/session/session.ts";
import { type PickUpKind, pickUpActions } from "#workers/contract/chat-queues.ts";

const CLOSES_MS = 200;
/** As many as there can be. */
const COLUMNS = 6;
const typeNames: Readonly<Record<number, string>> = channelsTexts.types;
const BY = {
  transferred: texts.columns.transferredBy,
  invited: texts.columns.invitedBy,
  assigned: texts.columns.assignedBy,
} as const;

/** Chats of a kind that ask for one, each with its Pickup; the conversation opens after it. */
export function PickupDialog({ kind, onClose }: { kind: PickUpKind; onClose: () => void }) {
  const { answer, failure, reload } = useQueryOf(chatSummary, { query: asked(kind, "") });
  const by = kind in BY ? BY[kind as keyof typeof BY] : undefined;
  const { columns } = texts;
  return (
    <Dialog
      open
      size="xl"
      title={texts.title}
      description={texts.counts[kind]}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {failure && !answer ? (
        <ErrorState
          title={texts.failed}
          text={failure.message}
          requestId={failure.requestId}
          onRetry={reload}
        />
      ) : !answer ? (
        <SkeletonRows rows={3} />
      ) : answer.chats.length === 0 && answer.next === null ? (
        <EmptyState title={texts.none} />
      ) : (
        <Table caption={texts.counts[kind]}>
          <thead>
            <tr>
              {[
                columns.name,
                columns.number,
                ...(by ? [by] : []),
                columns.message,
                columns.type,
                columns.action,
              ].map((column) => (
                <Th key={column}>{column}</Th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Rows page={answer} kind={kind} hasBy={by !== undefined} onClose={onClose} />
          </tbody>
        </Table>
      )}
    </Dialog>
  );
}

/** Those of a kind who have waited longest first. */
const asked = (queue: PickUpKind, before: string) => ({ queue, before, order: "oldest" }) as const;

interface RowProps {
  kind: PickUpKind;
  hasBy: boolean;
  onClose: () => void;
}

/** A page of chats, and those after it once they are asked for. */
function Rows({ page: { chats, next }, ...props }: RowProps & { page: ReplyOf<typeof chatSummary> }) {
  const [more, setMore] = useState(false);
  return (
    <>
      {chats.map((chat) => (
        <Row key={chat.chatId} chat={chat} {...props} />
      ))}
      {next !== null &&
        (more ? (
          <MoreRows {...props} before={next} />
        ) : (
          <tr>
            <Td colSpan={COLUMNS} className="text-center">
              <Button size="sm" onClick={() => setMore(true)}>
                {chatsTexts.more}
              </Button>
            </Td>
          </tr>
        ))}
    </>
  );
}

function MoreRows({ before, ...props }: RowProps & { before: string }) {
  const { answer, failure, reload } = useQueryOf(chatSummary, { query: asked(props.kind, before) });
  if (answer) return <Rows {...props} page={answer} />;
  return (
    <tr>
      <Td colSpan={COLUMNS} className="text-center">
        {failure ? (
          <ErrorState
            title={texts.failed}
            text={failure.message}
            requestId={failure.requestId}
            onRetry={reload}
          />
        ) : (
          <Button size="sm" busy>
            {chatsTexts.more}
          </Button>
        )}
      </Td>
    </tr>
  );
}

function Row({ chat, kind, hasBy, onClose }: RowProps & { chat: ChatEntry }) {
  const { profile } = useSession();
  const navigate = useNavigate();
  const { chats } = useChatPlaces();
  const { busy, failure, send } = useSend();
  // The same for a press that is repeated because nobody knows whether it arrived.
  const [id] = useState(() => crypto.randomUUID());
  const name = chat.person.name || chat.person.address || chatsTexts.nobody;
  const pickUp = () =>
    send(
      () => call(actOnChat, { params: { id: chat.chatId }, body: { action: pickUpActions[kind], id } }),
      () => {
        // Else the live event of it brings the counts.
        if (connectionStore.get() !== "open") void invalidate(chatCount);
        void invalidate(chatSummary);
        void navigate(`${chats}?queue=mine&chat=${chat.chatId}`);
        setTimeout(onClose, CLOSES_MS);
      },
    );
  return (
    <tr>
      <RowTh>
        <bdi>{name}</bdi>
      </RowTh>
      <Td>
        <bdi>{chat.person.address}</bdi>
      </Td>
      {hasBy && <Td>{chat.people.find(({ uId }) => uId === profile.uId)?.byName || texts.byRules}</Td>}
      <Td className="max-w-60 truncate">{chat.lastMessage}</Td>
      <Td>{typeNames[chat.channelType]}</Td>
      <Td>
        <Button
          size="sm"
          tone="primary"
          busy={busy}
          aria-label={texts.pickupOf(name)}
          onClick={() => void pickUp()}
        >
          {texts.pickup}
        </Button>
        <Failure text={failure} />
      </Td>
    </tr>
  );
}
