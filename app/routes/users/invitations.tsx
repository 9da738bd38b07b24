import { MailPlus } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { pagedIn } from "#app/kit/page-size.ts";
import { useRows } from "#app/kit/use-rows.tsx";
import { usersTexts as texts } from "#texts/users.ts";
import { titleOf } from "#app/lib/title.ts";
import { listInvitations } from "#workers/contract/endpoints/invitations.ts";
import { USERS_PAGE } from "#workers/contract/endpoints/users.ts";
import type { Route } from "./+types/invitations.ts";
import { InvitationsTable } from "./invitations-table.tsx";
import { UsersPage } from "./users-page.tsx";

const { title, lead, failed } = texts;
export const { HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title, lead, failed, wide: true },
  Around: UsersPage,
});
export const meta = () => titleOf(texts.invitations);

export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { name, from, perPage } = pagedIn(url, USERS_PAGE);
  const list = await load(listInvitations, { query: { name, from, perPage } });
  if (list.answer.invitations.length === 0 && from > 0) return redirect(new URL(url).pathname);
  return { list, from };
});

/** Invitations that nobody has accepted yet. */
export default function Invitations({ loaderData: { list: loaded, from } }: Route.ComponentProps) {
  const listState = useListState("user");
  const list = useLoaded(loaded);
  const { invitations, more, total } = list.answer;
  return (
    <UsersPage>
      <ListScreen
        {...{ listState, texts, list, from, more, total }}
        count={invitations.length}
        {...useRows(USERS_PAGE)}
        empty={{ icon: <MailPlus />, title: texts.noInvitations, text: texts.noInvitationsText }}
      >
        <InvitationsTable invitations={invitations} />
      </ListScreen>
    </UsersPage>
  );
}
