import { GalleryHorizontal, SquarePlus } from "lucide-react";
import { redirect } from "react-router";
import { request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { pagedIn } from "#app/kit/page-size.ts";
import { useRows } from "#app/kit/use-rows.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { useRemoval } from "#app/kit/use-removal.ts";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { RowActions } from "#app/components/ui/row-actions.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { can, useSession } from "#app/session/session.ts";
import { richCardsTexts as texts } from "#texts/rich-cards.ts";
import {
  deleteRichCard,
  listRichCards,
  RICH_CARDS_PAGE,
  type RichCardEntry,
} from "#workers/contract/endpoints/rich-cards.ts";
import type { Route } from "./+types/rich-cards.ts";
import { LIST } from "./rich-card-draft.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** The search and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const query = pagedIn(url, RICH_CARDS_PAGE, 100);
  const list = await load(listRichCards, { query });
  if (list.answer.richCards.length === 0 && query.from > 0) return redirect(new URL(url).pathname);
  return { list, from: query.from };
});

export default function RichCards({ loaderData: { list: loaded, from } }: Route.ComponentProps) {
  const { profile } = useSession();
  const listState = useListState();
  const list = useLoaded(loaded);
  const { richCards, more, total } = list.answer;
  const mayAdd = can(profile, ["RICHCARDS.CREATE"]);
  const add = (tone: "primary" | "secondary") =>
    mayAdd && (
      <ButtonLink tone={tone} to={`${LIST}/create`} icon={<SquarePlus aria-hidden />}>
        {texts.add}
      </ButtonLink>
    );
  return (
    <Page title={texts.title} lead={texts.lead} actions={add("primary")}>
      <ListScreen
        {...{ listState, texts, list, more, total, from }}
        count={richCards.length}
        {...useRows(RICH_CARDS_PAGE)}
        empty={{
          icon: <GalleryHorizontal />,
          title: texts.none,
          text: texts.noneText,
          action: add("secondary"),
        }}
      >
        <Rows richCards={richCards} mayRemove={can(profile, ["RICHCARDS.DELETE"])} />
      </ListScreen>
    </Page>
  );
}

function Rows({ richCards, mayRemove }: { richCards: readonly RichCardEntry[]; mayRemove: boolean }) {
  const remove = useRemoval({
    texts,
    remove: (id) => request(deleteRichCard, { params: { id } }),
    list: listRichCards,
    without: (page, id) => ({ ...page, richCards: page.richCards.filter((each) => each.id !== id) }),
  });
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.cardsOf}</Th>
          <Th>{texts.changed}</Th>
          <Th>{texts.by}</Th>
          {mayRemove && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {richCards.map((richCard) => (
          <tr key={richCard.id} className="relative">
            <RowTh className="max-w-96 min-w-40">
              <RowLink to={`${LIST}/${richCard.id}`}>{richCard.name}</RowLink>
            </RowTh>
            <Td className="whitespace-nowrap">{texts.cardsCount(richCard.content.cards.length)}</Td>
            <Td className="whitespace-nowrap">{formatMoment(richCard.updatedAt)}</Td>
            <Td className="min-w-28">{richCard.updatedBy}</Td>
            {mayRemove && (
              <Td>
                <RowActions
                  edit={false}
                  remove={{ label: texts.removeOf(richCard.name), onClick: () => remove(richCard) }}
                />
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
