import { UsersRound } from "lucide-react";
import { redirect, useRevalidator } from "react-router";
import { call } from "#app/data/api.ts";
import { lazily } from "#app/components/ui/lazily.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { SearchedList } from "#app/kit/searched-list.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { listStateIn } from "#app/kit/list-state.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { titleOf } from "#app/lib/title.ts";
import { listUsers, USER_STATE, USERS_PAGE } from "#workers/contract/endpoints/users.ts";
import type { Route } from "./+types/users.ts";
import { DEACTIVATED } from "./addresses.ts";
import { useLiveStatuses } from "./use-live-statuses.ts";
import { UsersPage } from "./users-page.tsx";
import { UsersTable } from "./users-table.tsx";

const UserPanel = lazily(
  () => import("./user-panel.tsx"),
  (module) => module.UserPanel,
);

export const meta = () => titleOf(texts.title);

/** Active or deactivated users, depending on the address, which also holds the search text and the page. */
export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { pathname } = new URL(url);
  const { name, from } = listStateIn(url);
  const gone = pathname.startsWith(DEACTIVATED);
  const state = gone ? USER_STATE.deactivated : USER_STATE.active;
  const list = await call(listUsers, { query: { name, from, state }, signal });
  if (list.users.length === 0 && from > 0) return redirect(pathname);
  return { ...list, from, gone };
}

export function HydrateFallback() {
  return (
    <Page title={texts.title} lead={texts.lead} wide>
      <SkeletonRows rows={10} />
    </Page>
  );
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const { more, from, gone } = loaderData;
  const listState = useListState("user");
  const { revalidate } = useRevalidator();
  const users = useLiveStatuses(loaderData.users, () => void revalidate());
  return (
    <UsersPage>
      <SearchedList
        {...{ listState, texts, from, more }}
        count={users.length}
        perPage={USERS_PAGE}
        empty={
          <EmptyState icon={<UsersRound />} title={emptyTitle(listState.query, gone)}>
            {listState.query ? texts.noneFoundText : gone ? texts.noneDeactivatedText : texts.noneText}
          </EmptyState>
        }
      >
        <UsersTable users={users} addressOf={listState.addressOf} />
      </SearchedList>
      {listState.shown && (
        <UserPanel
          key={listState.shown}
          id={listState.shown}
          onClose={listState.close}
          onChanged={() => void revalidate()}
        />
      )}
    </UsersPage>
  );
}

const emptyTitle = (query: string, gone: boolean): string =>
  query ? texts.noneFound(query) : gone ? texts.noneDeactivated : texts.none;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <UsersPage>
      <LoadFailure error={error} title={texts.failed} />
    </UsersPage>
  );
}
