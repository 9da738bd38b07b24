import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useChatPlaces } from "#app/lib/workspace.ts";
import { can, useSession } from "#app/session/session.ts";
import { chatDetailsTexts as texts } from "#texts/chat-details.ts";
import { chatsTexts } from "#texts/chats.ts";
import { isOpen } from "#workers/contract/chat-states.ts";
import { type ChatEntry, chatUserDetails } from "#workers/contract/endpoints/chats.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import { getCustomer } from "#workers/contract/endpoints/customers.ts";
import { nameOf } from "./chat-list.tsx";

/** Who a chat is with: the customer as the master knows them, what a bot has learned, and their other chats. */
export function Details({ chat }: { chat: ChatEntry }) {
  const { profile } = useSession();
  const { customerId } = chat.person;
  return (
    <div className="grid gap-5">
      <section>
        <h3 className="font-semibold">
          <bdi>{nameOf(chat)}</bdi>
        </h3>
        <List
          rows={[
            [texts.address, chat.person.address],
            [texts.channel, chat.channelName],
            [texts.department, chat.departmentName],
            [texts.handler, chat.handlerName],
          ]}
        />
      </section>
      {customerId === null ? (
        <p className="text-muted">{texts.noCustomer}</p>
      ) : (
        can(profile, ["CUSTOMER.VIEW"]) && <Master id={customerId} />
      )}
      <Known chatId={chat.chatId} />
    </div>
  );
}

/** What is known of somebody; what is not is left out. */
function List({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-2 grid gap-2">
      {rows.map(
        ([name, value], at) =>
          value !== "" && (
            // Two fields may have one name.
            <div key={at}>
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The console is not shown in the workspace. */
const OWN_TAB = { target: "_blank", rel: "noopener" } as const;

function Master({ id }: { id: string }) {
  const { answer, failure, reload } = useQueryOf(getCustomer, { params: { id } });
  const fields = useQueryOf(listFields);
  const { isAlone } = useChatPlaces();
  if (failure && !answer) return <Failed failure={failure} onRetry={reload} />;
  if (fields.failure && !fields.answer) return <Failed failure={fields.failure} onRetry={fields.reload} />;
  if (!answer || !fields.answer) return <SkeletonRows rows={4} />;
  const { data, groups, tags } = answer.customer;
  const values = new Map(data.map((each) => [each.id, each.value]));
  const own = fields.answer.inputFieldDefinitions.flatMap(({ _id, fieldLabel }) => {
    const value = values.get(_id) ?? "";
    return value === "" ? [] : [[fieldLabel, value] as const];
  });
  const marks = [...groups, ...tags];
  return (
    <section>
      <h3 className="flex items-baseline justify-between gap-2 font-semibold">
        {texts.customer}
        <Link
          className="inline-flex items-center gap-1 text-[0.8125rem] font-normal text-accent-ink underline"
          to={`/customer-master/customers/view/${id}`}
          {...(isAlone && OWN_TAB)}
        >
          {texts.open} <ExternalLink aria-hidden className="size-3.5" />
        </Link>
      </h3>
      {own.length === 0 && marks.length === 0 && <p className="mt-1 text-muted">{texts.nothingKnown}</p>}
      <List rows={own} />
      {marks.length > 0 && (
        <ul aria-label={texts.marks} className="mt-2 flex flex-wrap gap-1">
          {marks.map((mark) => (
            <li key={mark.id}>
              <Badge>
                <bdi>{mark.name}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Known({ chatId }: { chatId: string }) {
  const { answer, failure, reload } = useQueryOf(chatUserDetails, { query: { chatId } });
  const places = useChatPlaces();
  if (failure && !answer) return <Failed failure={failure} onRetry={reload} />;
  if (!answer) return <SkeletonRows rows={4} />;
  const { bot, chats, more } = answer;
  return (
    <>
      {bot && (
        <section>
          <h3 className="font-semibold">{texts.bot(bot.name)}</h3>
          <p className="mt-1 text-muted">{texts.turns(bot.turns, bot.notUnderstood)}</p>
          <List
            rows={[
              [texts.wanted, bot.intents.join(", ")],
              ...bot.parameters.map(({ name, value }) => [name, value] as const),
            ]}
          />
        </section>
      )}
      <section>
        <h3 className="font-semibold">{texts.others}</h3>
        {chats.length === 0 ? (
          <p className="mt-1 text-muted">{texts.noOthers}</p>
        ) : (
          <ul className="mt-1 grid">
            {chats.map((other) => (
              <li key={other.chatId}>
                <Link
                  className="grid gap-0.5 rounded-md px-2 py-1.5 hover:bg-hover"
                  to={
                    isOpen(other.state)
                      ? `${places.chats}?queue=all&chat=${other.chatId}`
                      : `${places.past}?chat=${other.chatId}`
                  }
                >
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

const Failed = ({
  failure,
  onRetry,
}: {
  failure: { message: string; requestId?: string | undefined };
  onRetry: () => void;
}) => (
  <ErrorState title={texts.failed} text={failure.message} requestId={failure.requestId} onRetry={onRetry} />
);
