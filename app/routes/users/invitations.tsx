import { MailPlus } from "lucide-react";
import { redirect, useRevalidator } from "react-router";
import { call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { SearchedList } from "#app/kit/searched-list.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { listStateIn } from "#app/kit/list-state.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { titleOf } from "#app/lib/title.ts";
import { listInvitations } from "#workers/contract/endpoints/invitations.ts";
import { USERS_PAGE } from "#workers/contract/endpoints/users.ts";
import type { Route } from "./+types/invitations.ts";
import { InvitationsTable } from "./invitations-table.tsx";
import { UsersPage } from "./users-page.tsx";

export const meta = () => titleOf(texts.invitations);

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { name, from } = listStateIn(url);
  const list = await call(listInvitations, { query: { name, from, perPage: USERS_PAGE }, signal });
  if (list.invitations.length === 0 && from > 0) return redirect(new URL(url).pathname);
  return { ...list, from };
}

export function HydrateFallback() {
  return (
    <Page title={texts.title} lead={texts.lead} wide>
      <SkeletonRows rows={6} />
    </Page>
  );
}

/** Invitations that nobody has accepted yet. */
export default function Invitations({ loaderData: { invitations, more, from } }: Route.ComponentProps) {
  const listState = useListState("user");
  const { revalidate } = useRevalidator();
  return (
    <UsersPage>
      <SearchedList
        {...{ listState, texts, from, more }}
        count={invitations.length}
        perPage={USERS_PAGE}
        empty={
          <EmptyState
            icon={<MailPlus />}
            title={listState.query ? texts.noneFound(listState.query) : texts.noInvitations}
          >
            {listState.query ? texts.noneFoundText : texts.noInvitationsText}
          </EmptyState>
        }
      >
        <InvitationsTable invitations={invitations} onChanged={() => void revalidate()} />
      </SearchedList>
    </UsersPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <UsersPage>
      <LoadFailure error={error} title={texts.failed} />
    </UsersPage>
  );
}
