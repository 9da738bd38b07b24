import { MailPlus } from "lucide-react";
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
import { listInvitations } from "#workers/contract/endpoints/invitations.ts";
import { USERS_PAGE } from "#workers/contract/endpoints/users.ts";
import type { Route } from "./+types/invitations.ts";
import { InvitationsTable } from "./invitations-table.tsx";
import { placeIn } from "./place.ts";
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
  const busy = useNavigation().state === "loading";
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
          {texts.found(invitations.length, more)}
        </p>
      </div>
      {invitations.length === 0 ? (
        <EmptyState
          icon={<MailPlus />}
          title={place.query ? texts.noneFound(place.query) : texts.noInvitations}
        >
          {place.query ? texts.noneFoundText : texts.noInvitationsText}
        </EmptyState>
      ) : (
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          <InvitationsTable invitations={invitations} onChanged={() => void revalidate()} />
        </div>
      )}
      {(from > 0 || more) && (
        <Pager
          label={texts.pages}
          status={texts.showing(from + 1, from + invitations.length)}
          hasPrevious={from > 0}
          hasNext={more}
          onPrevious={() => place.go(Math.max(from - USERS_PAGE, 0))}
          onNext={() => place.go(from + USERS_PAGE)}
          busy={busy}
        />
      )}
    </UsersPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={texts.title} wide>
      <LoadFailure error={error} title={texts.failed} />
    </Page>
  );
}
