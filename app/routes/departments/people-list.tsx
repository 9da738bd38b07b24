import { UserMinus, UserPlus } from "lucide-react";
import { useRef, useState } from "react";
import { request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { ListPager } from "#app/kit/list-pager.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Presence } from "#app/components/presence.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { uiTexts } from "#texts/ui.ts";
import { departmentsTexts as texts } from "#texts/departments.ts";
import { addUsers, MAPPED_PAGE, mappedUsers, removeUsers } from "#workers/contract/endpoints/departments.ts";

/** People in a department, or (`mapped` false) not in it: pages of 30, searchable by name, moved by checkboxes. */
export function PeopleList({
  id,
  mapped,
  mayEdit,
  onChanged,
}: {
  id: string;
  mapped: boolean;
  mayEdit: boolean;
  onChanged: () => void;
}) {
  const [name, setName] = useState("");
  const [from, setFrom] = useState(0);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { busy, failure: refusal, send } = useSend();
  const top = useRef<HTMLDivElement>(null);
  const {
    answer: list,
    failure,
    reload,
  } = useQueryOf(mappedUsers, { params: { id }, query: { mapped, name, from } }, { keepsLast: true });
  // The last person of the page was moved away: the page before it is now the last.
  if (list?.users.length === 0 && from > 0) setFrom(Math.max(from - MAPPED_PAGE, 0));
  const move = () =>
    send(
      () => request(mapped ? removeUsers : addUsers, { params: { id }, body: { users: [...ticked] } }),
      () => {
        setTicked([]);
        onChanged();
        // The button disappears with the selection, so the focus moves to the top.
        top.current?.focus();
      },
    );
  const look = (text: string) => {
    setName(text);
    setFrom(0);
  };
  return (
    <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
      <SearchInput label={texts.searchPeople} value={name} onSearch={look} className="w-full" />
      <Failure text={refusal} />
      {failure ? (
        <ErrorState text={failure.message} requestId={failure.requestId} onRetry={reload} />
      ) : !list ? (
        <SkeletonRows rows={5} />
      ) : list.users.length === 0 ? (
        <EmptyState title={emptyTitle(mapped, name)}>{mapped && !name && texts.noMembersText}</EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-0.5">
          {list.users.map((user) => (
            <li key={user.uId} className="flex items-center gap-3 rounded-md px-1.5 py-1.5 hover:bg-hover">
              {mayEdit && (
                <Checkbox
                  label={texts.select(user.name)}
                  labelHidden
                  checked={ticked.includes(user.uId)}
                  onChange={(on) =>
                    setTicked((now) => (on ? [...now, user.uId] : now.filter((each) => each !== user.uId)))
                  }
                />
              )}
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 [overflow-wrap:anywhere]" dir="auto" title={user.name}>
                  {user.name}
                </span>
                <span className="block truncate text-[0.8125rem] text-muted" title={user.emailId}>
                  {user.emailId}
                </span>
              </span>
              <Presence status={user.agentStatus} wordHidden />
            </li>
          ))}
        </ul>
      )}
      {list && (
        <ListPager
          label={texts.pagesOfPeople}
          from={from}
          count={list.users.length}
          more={list.more}
          perPage={MAPPED_PAGE}
          onGo={setFrom}
        />
      )}
      {ticked.length > 0 && (
        <div className="sticky bottom-0 -mx-1 flex justify-end border-t border-line bg-raised px-1 py-3">
          <Button
            tone="primary"
            busy={busy}
            icon={mapped ? <UserMinus aria-hidden /> : <UserPlus aria-hidden />}
            onClick={() => void move()}
          >
            {mapped ? texts.removeMany(ticked.length) : texts.addMany(ticked.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

function emptyTitle(mapped: boolean, name: string): string {
  if (name) return uiTexts.nobodyFits;
  return mapped ? texts.noMembers : texts.noCandidates;
}
