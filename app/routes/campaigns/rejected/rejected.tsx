import { CircleX } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { request } from "#app/data/api.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { pagedIn } from "#app/kit/page-size.ts";
import { useMove } from "#app/kit/use-move.ts";
import { useRows } from "#app/kit/use-rows.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import {
  ACTIVITIES_PAGE,
  listActivities,
  type ListedActivity,
  moveActivity,
} from "#workers/contract/endpoints/activities.ts";
import type { Route } from "./+types/rejected.ts";
import { listenForActivities, shownAnew } from "../shown-anew.ts";
import { ActivityTable } from "../activity-table.tsx";
import { ByAt } from "../by-at.tsx";
import { editAddress } from "../addresses.ts";
import { SEARCH_MS } from "../search.ts";

const texts = campaignScreensTexts.rejected;
const { head } = campaignScreensTexts.activities;
const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  listenForActivities();
  const { name, from, perPage } = pagedIn(url, ACTIVITIES_PAGE, 100);
  const list = await load(listActivities, { query: { name, from, perPage, approval: "rejected" } });
  if (list.answer.activities.length === 0 && from > 0) return redirect(new URL(url).pathname);
  return { list, from };
});

/** Activities that were rejected, with the reasons; their makers change them and ask again. */
export default function Rejected({ loaderData: { list: loaded, from } }: Route.ComponentProps) {
  const listState = useListState();
  const list = useLoaded(loaded);
  const { activities, more, total } = list.answer;
  const makes = useCan()("CAMPAIGNS.EDIT", "CAMPAIGNS.CREATE");
  // Here and not in a row, since a row goes with the refusal that somebody else was first.
  const { busy, failure, move } = useMove(shownAnew);
  const submit = ({ id }: ListedActivity) =>
    void move(() => request(moveActivity, { params: { id, action: "submit" } }));
  return (
    <Page wide title={title} lead={lead}>
      <Failure text={failure} className="mb-3" />
      <ListScreen
        {...{ listState, list, more, total, from }}
        texts={{ ...campaignScreensTexts.activities, search: campaignScreensTexts.search }}
        searchDelay={SEARCH_MS}
        count={activities.length}
        {...useRows(ACTIVITIES_PAGE)}
        empty={{ icon: <CircleX />, title: texts.none, text: texts.noneText }}
      >
        <ActivityTable
          activities={activities}
          campaigns
          decided={{
            heads: [head.reason, head.rejected],
            of: (each) => [
              <span key="reason" dir="auto" className="whitespace-pre-wrap">
                {each.reason}
              </span>,
              <ByAt key="decided" by={each.decidedBy} at={each.decidedAt} />,
            ],
          }}
          renderActions={
            makes
              ? (activity) => <RowButtons {...{ activity, busy }} onSubmit={() => submit(activity)} />
              : undefined
          }
        />
      </ListScreen>
    </Page>
  );
}

function RowButtons({
  activity: { id, name },
  busy,
  onSubmit,
}: {
  activity: ListedActivity;
  busy: boolean;
  onSubmit: () => void;
}) {
  return (
    <>
      <ButtonLink size="sm" to={editAddress(id)} aria-label={texts.editOf(name)}>
        {campaignScreensTexts.edit}
      </ButtonLink>
      <Button size="sm" aria-label={texts.askAgainOf(name)} busy={busy} onClick={onSubmit}>
        {texts.askAgain}
      </Button>
    </>
  );
}
