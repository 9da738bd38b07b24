import { MailPlus } from "lucide-react";
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
import { listInvitations } from "#workers/contract/endpoints/invitations.ts";
import { USERS_PAGE } from "#workers/contract/endpoints/users.ts";
import type { Route } from "./+types/invitations.ts";
import { InvitationsTable } from "./invitations-table.tsx";
import { UsersPage } from "./users-page.tsx";

const texts = messages.users;

export const meta = () => titleOf(texts.invitations);

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { name, from } = placeIn(url);
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
  const place = useListPlace("user");
  const { revalidate } = useRevalidator();
  return (
    <UsersPage>
      <SearchedList
        {...{ place, texts, from, more }}
        count={invitations.length}
        perPage={USERS_PAGE}
        empty={
          <EmptyState
            icon={<MailPlus />}
            title={place.query ? texts.noneFound(place.query) : texts.noInvitations}
          >
            {place.query ? texts.noneFoundText : texts.noInvitationsText}
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
