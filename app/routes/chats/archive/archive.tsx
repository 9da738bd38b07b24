import { Archive as ArchiveIcon } from "lucide-react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { MorePages } from "#app/features/more-pages/more-pages.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListEntries } from "#app/kit/list-screen.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import {
  conversationChoices,
  exportConversations,
  listConversations,
} from "#workers/contract/endpoints/conversations.ts";
import { BesideList } from "../list/beside-list.tsx";
import { AT, placeOf } from "#workers/contract/chat-places.ts";
import type { Route } from "./+types/archive.ts";
import { filterIn, isNarrowed } from "./archive-filter.ts";
import { ArchivedChat } from "./archived-chat.tsx";
import { Filters } from "./filters.tsx";
import { FoundRows } from "./found-rows.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** All that narrows the list down, and the open conversation, are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const filter = filterIn(new URL(url).searchParams);
  const [list, choices] = await Promise.all([
    load(listConversations, { query: filter }),
    load(conversationChoices),
  ]);
  return { list, choices, filter };
});

/** Every conversation, whoever led it, and the one that is open; in a narrow window either of them. */
export default function Archive({ loaderData }: Route.ComponentProps) {
  const { filter } = loaderData;
  const list = useLoaded(loaderData.list);
  const choices = useLoaded(loaderData.choices).answer;
  const listState = useListState("chat");
  const maySave = useCan()("CUSTOMER.EXPORT");
  const { shown } = listState;
  const { conversations, next, behindSince, moreCustomersThan } = list.answer;
  const narrowed = isNarrowed(filter);
  return (
    <Page
      wide
      title={title}
      lead={!shown && lead}
      actions={
        maySave && (
          <ExportButton
            endpoint={exportConversations}
            input={{ query: filter }}
            fileName={texts.csvName}
            label={texts.save}
            failed={texts.saveFailed}
          />
        )
      }
    >
      <div className={cx(shown && "max-lg:hidden")}>
        <Filters
          {...{ filter, choices }}
          found={{ count: conversations.length, more: next !== null }}
          onChange={listState.change}
        />
        {behindSince !== null && (
          <Banner kind="info" className="mb-3">
            {texts.behind(formatShortDay(behindSince))}
          </Banner>
        )}
        {moreCustomersThan !== null && (
          <Banner kind="warning" className="mb-3">
            {texts.manyCustomers(moreCustomersThan)}
          </Banner>
        )}
      </div>
      <BesideList
        texts={texts}
        shown={shown}
        list={
          <ListEntries
            list={list}
            count={next === null ? conversations.length : 1}
            empty={{
              icon: <ArchiveIcon />,
              title: narrowed ? texts.noneFound : texts.none,
              text: narrowed ? texts.noneFoundText : texts.noneText,
            }}
          >
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              <MorePages
                // Another filter begins with its first page.
                key={JSON.stringify(filter)}
                label={texts.more}
              >
                <FoundRows
                  page={list.answer}
                  filter={filter}
                  shown={shown}
                  addressOf={({ chatId, seq }) =>
                    listState.addressWith({ chat: chatId, [AT]: seq === null ? "" : placeOf(chatId, seq) })
                  }
                />
              </MorePages>
            </ul>
          </ListEntries>
        }
      >
        {(id) => <ArchivedChat key={id} id={id} onClose={() => listState.change({ chat: "", [AT]: "" })} />}
      </BesideList>
    </Page>
  );
}
