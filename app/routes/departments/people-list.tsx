import { UserMinus, UserPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ApiError, call, request } from "#app/data/api.ts";
import { ListPager } from "#app/kit/list-pager.tsx";
import { Presence } from "#app/components/presence.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { departmentsTexts as texts } from "#texts/departments.ts";
import { errorsTexts } from "#texts/errors.ts";
import {
  addUsers,
  MAPPED_PAGE,
  type MappedUser,
  mappedUsers,
  removeUsers,
} from "#workers/contract/endpoints/departments.ts";

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
  const toast = useToast();
  const [name, setName] = useState("");
  const [from, setFrom] = useState(0);
  const [round, setRound] = useState(0);
  const [list, setList] = useState<{ users: MappedUser[]; more: boolean }>();
  const [failure, setFailure] = useState("");
  const [refusal, setRefusal] = useState("");
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const asked = new AbortController();
    call(mappedUsers, { params: { id }, query: { mapped, name, from }, signal: asked.signal }).then(
      (found) => {
        setFailure("");
        // The last person of the page was moved away: the page before it is now the last.
        if (found.users.length === 0 && from > 0) setFrom(Math.max(from - MAPPED_PAGE, 0));
        else setList(found);
      },
      (error: unknown) =>
        !asked.signal.aborted && setFailure(error instanceof ApiError ? error.message : errorsTexts.internal),
    );
    return () => asked.abort();
  }, [id, mapped, name, from, round]);
  const move = async () => {
    if (busy || ticked.length === 0) return;
    setBusy(true);
    setRefusal("");
    try {
      const { message } = await request(mapped ? removeUsers : addUsers, {
        params: { id },
        body: { users: [...ticked] },
      });
      toast.success(message);
      setTicked([]);
      setRound((now) => now + 1);
      onChanged();
      // The button disappears with the selection, so the focus moves to the top.
      top.current?.focus();
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : errorsTexts.internal);
    } finally {
      setBusy(false);
    }
  };
  const look = (text: string) => {
    setName(text);
    setFrom(0);
  };
  if (failure) return <ErrorState text={failure} onRetry={() => setRound((now) => now + 1)} />;
  return (
    <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
      <SearchInput label={texts.searchPeople} value={name} onSearch={look} className="w-full" />
      {refusal && (
        <Banner kind="error" live>
          {refusal}
        </Banner>
      )}
      {!list ? (
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
  if (name) return texts.nobodyFits;
  return mapped ? texts.noMembers : texts.noCandidates;
}
