import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useChatPlaces } from "#app/lib/workspace.ts";
import { can, useSession } from "#app/session/session.ts";
import { chatDetailsTexts as texts } from "#texts/chat-details.ts";
import { chatsTexts } from "#texts/chats.ts";
import { isOpen } from "#workers/contract/chat-states.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { chatUserDetails } from "#workers/contract/endpoints/chat-customer.ts";
import { nameOf } from "../list/chat-list.tsx";
import { CustomerCard } from "./customer-card.tsx";
import { DetailsFailed, DetailsList } from "./details-parts.tsx";

const MakeCustomer = lazily(
  () => import("./make-customer-window.tsx"),
  (module) => module.MakeCustomerWindow,
);

/** The person of a chat: the customer as the master knows them, what a bot has learned, and their other chats. */
export function Details({ chat }: { chat: ChatEntry }) {
  const { profile } = useSession();
  const { customerId } = chat.person;
  return (
    <div className="grid gap-5">
      <section>
        <h3 className="font-semibold">
          <bdi>{nameOf(chat)}</bdi>
        </h3>
        <DetailsList
          rows={[
            [texts.address, chat.person.address],
            [texts.channel, chat.channelName],
            [texts.department, chat.departmentName],
            [texts.handler, chat.handlerName],
          ]}
        />
      </section>
      {customerId === null ? (
        <Stranger chat={chat} />
      ) : (
        can(profile, ["CUSTOMER.VIEW"]) && <CustomerCard id={customerId} />
      )}
      <Known chatId={chat.chatId} />
    </div>
  );
}

/** Somebody whom the master does not know yet, such as a visitor of a website. */
function Stranger({ chat }: { chat: ChatEntry }) {
  const { profile } = useSession();
  const [isMaking, setMaking] = useState(false);
  return (
    <section className="grid justify-items-start gap-2">
      <p className="text-muted">{texts.noCustomer}</p>
      {can(profile, ["CHAT.HANDLE"]) && can(profile, ["CUSTOMER.EDIT"]) && (
        <Button size="sm" icon={<UserPlus aria-hidden />} onClick={() => setMaking(true)}>
          {texts.make}
        </Button>
      )}
      {isMaking && <MakeCustomer chat={chat} onClose={() => setMaking(false)} />}
    </section>
  );
}

const ROW = "grid gap-0.5 rounded-md px-2 py-1.5 hover:bg-hover";

function Known({ chatId }: { chatId: string }) {
  const { answer, failure, reload } = useQueryOf(chatUserDetails, { query: { chatId } });
  const places = useChatPlaces();
  const addressOf = (id: string, state: number): string =>
    isOpen(state) ? `${places.chats}?queue=all&chat=${id}` : `${places.past}?chat=${id}`;
  if (failure && !answer) return <DetailsFailed failure={failure} onRetry={reload} />;
  if (!answer) return <SkeletonRows rows={4} />;
  const { bot, chats, more, sessions, moreSessions, broadcasts, moreBroadcasts, archivedUntil } = answer;
  return (
    <>
      {bot && (
        <section>
          <h3 className="font-semibold">{texts.bot(bot.name)}</h3>
          <p className="mt-1 text-muted">{texts.turns(bot.turns, bot.notUnderstood)}</p>
          <DetailsList
            rows={[
              [texts.wanted, bot.intents.join(", ")],
              ...bot.parameters.map(({ name, value }) => [name, value] as const),
            ]}
          />
        </section>
      )}
      {sessions.length > 0 && (
        <section>
          <h3 className="font-semibold">{texts.sessions}</h3>
          <ul className="mt-1 grid">
            {sessions.map(({ id, botName, at, turns, state, ...talk }) => (
              <li key={id}>
                <Link className={ROW} to={addressOf(talk.chatId, state)}>
                  <bdi className="truncate">{botName}</bdi>
                  <span className="text-xs text-muted">
                    {[formatShortDay(at), texts.turns(turns, 0), talk.chatId === chatId && texts.inThis]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {moreSessions && <p className="mt-1 text-muted">{texts.moreSessions}</p>}
        </section>
      )}
      {(broadcasts.length > 0 || archivedUntil !== null) && (
        <Broadcasts broadcasts={broadcasts} more={moreBroadcasts} archivedUntil={archivedUntil} />
      )}
      <section>
        <h3 className="font-semibold">{texts.others}</h3>
        {chats.length === 0 ? (
          <p className="mt-1 text-muted">{texts.noOthers}</p>
        ) : (
          <ul className="mt-1 grid">
            {chats.map((other) => (
              <li key={other.chatId}>
                <Link className={ROW} to={addressOf(other.chatId, other.state)}>
                  <span className="truncate">{other.lastMessage}</span>
                  <span className="text-xs text-muted">
                    {[
                      formatShortDay(other.lastAt),
                      other.channelName,
                      chatsTexts.states[other.state],
                      other.handlerName,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {more && <p className="mt-1 text-muted">{texts.moreOthers}</p>}
      </section>
    </>
  );
}

/** The broadcasts that they were sent; people who may see broadcasts can open each. */
function Broadcasts({
  broadcasts,
  more,
  archivedUntil,
}: {
  broadcasts: ReplyOf<typeof chatUserDetails>["broadcasts"];
  more: boolean;
  archivedUntil: string | null;
}) {
  const { profile } = useSession();
  const mayOpen = !useChatPlaces().isAlone && can(profile, ["CAMPAIGNS.VIEW", "CAMPAIGNS.CREATE"]);
  return (
    <section>
      <h3 className="font-semibold">{texts.broadcasts}</h3>
      <ul className="mt-1 grid">
        {broadcasts.map(({ id, broadcastId, name, at, status, replied }) => {
          const words = (
            <>
              <bdi className="truncate">{name}</bdi>
              <span className="text-xs text-muted">
                {[formatShortDay(at), replied ? texts.replied : texts.recipient[status]].join(" · ")}
              </span>
            </>
          );
          return (
            <li key={id}>
              {mayOpen ? (
                <Link className={ROW} to={`/campaigns/broadcast/${broadcastId}`}>
                  {words}
                </Link>
              ) : (
                <p className="grid gap-0.5 px-2 py-1.5">{words}</p>
              )}
            </li>
          );
        })}
      </ul>
      {more && <p className="mt-1 text-muted">{texts.moreBroadcasts}</p>}
      {archivedUntil && <p className="mt-1 text-muted">{texts.archived(formatShortDay(archivedUntil))}</p>}
    </section>
  );
}
