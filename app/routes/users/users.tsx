import { UsersRound } from "lucide-react";
import { lazy, Suspense } from "react";
import { redirect, useNavigation, useRevalidator } from "react-router";
import { call } from "#app/api.ts";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pager } from "#app/components/ui/pager.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useListPlace } from "#app/components/use-list-place.ts";
import * as messages from "#app/messages.ts";
import { titleOf } from "#app/title.ts";
import { listUsers, USER_STATE, USERS_PAGE } from "#workers/contract/endpoints/users.ts";
import type { Route } from "./+types/users.ts";
import { DEACTIVATED } from "./addresses.ts";
import { placeIn } from "./place.ts";
import { useLiveStatuses } from "./use-live-statuses.ts";
import { UsersPage } from "./users-page.tsx";
import { UsersTable } from "./users-table.tsx";

const UserPanel = lazy(() => import("./user-panel.tsx").then((module) => ({ default: module.UserPanel })));
const texts = messages.users;

export const meta = () => titleOf(texts.title);

/** Active or deactivated users, as the address says; what is searched for and the page are in it too. */
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
  const busy = useNavigation().state === "loading";
  const users = useLiveStatuses(loaderData.users, () => void revalidate());
  const nothing = users.length === 0;
  return (
    <UsersPage onInvited={() => void revalidate()}>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput
          label={texts.search}
          value={place.query}
          onSearch={place.look}
          className="w-full max-w-sm"
        />
        <p role="status" className="text-muted">
          {texts.found(users.length, more)}
        </p>
      </div>
      {nothing ? (
        <EmptyState icon={<UsersRound />} title={emptyTitle(place.query, gone)}>
          {place.query ? texts.noneFoundText : gone ? texts.noneDeactivatedText : texts.noneText}
        </EmptyState>
      ) : (
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          <UsersTable users={users} addressOf={place.addressOf} />
        </div>
      )}
      {(from > 0 || more) && (
        <Pager
          label={texts.pages}
          status={texts.showing(from + 1, from + users.length)}
          hasPrevious={from > 0}
          hasNext={more}
          onPrevious={() => place.go(Math.max(from - USERS_PAGE, 0))}
          onNext={() => place.go(from + USERS_PAGE)}
          busy={busy}
        />
      )}
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
    <Page title={texts.title} wide>
      <LoadFailure error={error} title={texts.failed} />
    </Page>
  );
}
