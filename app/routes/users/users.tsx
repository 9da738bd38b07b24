import { UsersRound } from "lucide-react";
import { lazy, Suspense } from "react";
import { redirect, useRevalidator } from "react-router";
import { call } from "#app/api.ts";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { SearchedList } from "#app/components/searched-list.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useListPlace } from "#app/components/use-list-place.ts";
import { placeIn } from "#app/list-place.ts";
import * as messages from "#app/messages.ts";
import { titleOf } from "#app/title.ts";
import { listUsers, USER_STATE, USERS_PAGE } from "#workers/contract/endpoints/users.ts";
import type { Route } from "./+types/users.ts";
import { DEACTIVATED } from "./addresses.ts";
import { useLiveStatuses } from "./use-live-statuses.ts";
import { UsersPage } from "./users-page.tsx";
import { UsersTable } from "./users-table.tsx";

const UserPanel = lazy(() => import("./user-panel.tsx").then((module) => ({ default: module.UserPanel })));
const texts = messages.users;

export const meta = () => titleOf(texts.title);

/** Active or deactivated users, depending on the address, which also holds the search text and the page. */
export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { pathname } = new URL(url);
  const { name, from } = placeIn(url);
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
  const place = useListPlace("user");
  const { revalidate } = useRevalidator();
  const users = useLiveStatuses(loaderData.users, () => void revalidate());
  return (
    <UsersPage>
      <SearchedList
        {...{ place, texts, from, more }}
        count={users.length}
        perPage={USERS_PAGE}
        empty={
          <EmptyState icon={<UsersRound />} title={emptyTitle(place.query, gone)}>
            {place.query ? texts.noneFoundText : gone ? texts.noneDeactivatedText : texts.noneText}
          </EmptyState>
        }
      >
        <UsersTable users={users} addressOf={place.addressOf} />
      </SearchedList>
      <Suspense>
        {place.shown && (
          <UserPanel
            key={place.shown}
            id={place.shown}
            onClose={place.close}
            onChanged={() => void revalidate()}
          />
        )}
      </Suspense>
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
