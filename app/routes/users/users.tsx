import { UsersRound } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { pagedIn } from "#app/kit/page-size.ts";
import { useListColumns } from "#app/kit/use-list-columns.tsx";
import { useRows } from "#app/kit/use-rows.tsx";
import { useSession } from "#app/session/session.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { listUsers, USER_STATE, USERS_PAGE } from "#workers/contract/endpoints/users.ts";
import type { Route } from "./+types/users.ts";
import { DEACTIVATED } from "./addresses.ts";
import { listenForStatuses } from "./live-statuses.ts";
import { UsersPage } from "./users-page.tsx";
import { USER_COLUMNS, UsersTable } from "./users-table.tsx";

const UserPanel = lazily(
  () => import("./user-panel.tsx"),
  (module) => module.UserPanel,
);

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title, lead, failed, wide: true, rows: 10 },
  Around: UsersPage,
});

/** Active or deactivated users, depending on the address, which also holds the search text and the page. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { pathname } = new URL(url);
  const { name, from, perPage } = pagedIn(url, USERS_PAGE);
  const gone = pathname.startsWith(DEACTIVATED);
  listenForStatuses();
  const state = gone ? USER_STATE.deactivated : USER_STATE.active;
  const list = await load(listUsers, { query: { name, from, perPage, state } });
  if (list.answer.users.length === 0 && from > 0) return redirect(pathname);
  return { list, from, gone };
});

export default function Users({ loaderData: { list: loaded, from, gone } }: Route.ComponentProps) {
  const listState = useListState("user");
  const { features } = useSession();
  const list = useLoaded(loaded);
  const { users, more, total } = list.answer;
  const columns = useListColumns("users", USER_COLUMNS);
  return (
    <UsersPage>
      <ListScreen
        {...{ listState, texts, list, from, more, total }}
        count={users.length}
        {...useRows(USERS_PAGE)}
        chooser={columns.chooser}
        empty={{
          icon: <UsersRound />,
          title: gone ? texts.noneDeactivated : texts.none,
          text: gone ? texts.noneDeactivatedText : features.userInvite ? texts.noneText : texts.noneAddText,
        }}
      >
        <UsersTable users={users} columns={columns} addressOf={listState.addressOf} />
      </ListScreen>
      {listState.shown && <UserPanel key={listState.shown} id={listState.shown} onClose={listState.close} />}
    </UsersPage>
  );
}
