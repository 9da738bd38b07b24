import { MailCheck } from "lucide-react";
import { useState } from "react";
import { redirect } from "react-router";
import { ApiError } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { zoneName } from "#app/lib/zone.ts";
import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import {
  messageCountsCsv,
  messageStatusCsv,
  messageStatusReport,
  type SentMessage,
  STATUS_PAGE,
} from "#workers/contract/endpoints/reports-of-messages.ts";
import { MessageStatus } from "#app/features/message-status/message-status.tsx";
import { figuresAgeTexts } from "#texts/figures-age.ts";
import type { Route } from "./+types/delivery-report.ts";
import { CountsByDay } from "./counts-by-day.tsx";
import { Filters } from "./filters.tsx";
import { SentTable } from "./sent-table.tsx";
import {
  addressOfShown,
  countsQueryOf,
  isNarrowed,
  queryOf,
  reachesArchive,
  type Shown,
  shownIn,
  WIDE,
} from "./shown.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title,
  lead,
  failed,
  wide: true,
  rows: 10,
});

/** The filters and the page are in the address. A problem with a filter is shown beside it. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { pathname, searchParams } = new URL(url);
  const shown = shownIn(searchParams, new Date());
  const from = fromIn(searchParams);
  try {
    const list = await load(messageStatusReport, { query: { ...queryOf(shown), from } });
    if (list.answer.messages.length === 0 && from > 0) return redirect(pathname);
    return { list, from, shown, problems: undefined };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return { list: undefined, from, shown, problems: error.errors };
  }
});

/** Every message that was sent, and what became of it. */
export default function DeliveryReport({
  loaderData: { list, from, shown, problems },
}: Route.ComponentProps) {
  const { change } = useListState();
  const go = (next: Shown) => change({ ...addressOfShown(next, new Date()), from: "" });
  return (
    <Page
      wide
      title={title}
      lead={lead}
      actions={
        list &&
        list.answer.messages.length > 0 && (
          <>
            <ExportButton
              endpoint={messageCountsCsv}
              input={{ query: countsQueryOf(shown) }}
              fileName={texts.countsFileName}
              label={texts.exportCounts}
              failed={texts.exportFailed}
            />
            <ExportButton
              endpoint={messageStatusCsv}
              input={{ query: queryOf(shown) }}
              fileName={texts.fileName}
              label={texts.export}
              failed={texts.exportFailed}
            />
          </>
        )
      }
    >
      <Filters
        shown={shown}
        channels={list?.answer.channels ?? []}
        problems={{
          since: problems?.["fromDate"],
          until: problems?.["toDate"],
          number: problems?.["customerNumber"],
          id: problems?.["messageId"],
        }}
        onGo={go}
      />
      {list ? (
        <Found {...{ list, from, shown }} onClear={() => go({ ...shown, ...WIDE })} />
      ) : (
        problems?.["from"] && <Banner kind="warning">{problems["from"]}</Banner>
      )}
    </Page>
  );
}

function Found({
  list: loaded,
  from,
  shown,
  onClear,
}: {
  list: NonNullable<Route.ComponentProps["loaderData"]["list"]>;
  from: number;
  shown: Shown;
  onClear: () => void;
}) {
  const { go } = useListState();
  const list = useLoaded(loaded);
  const { messages, more } = list.answer;
  const [opened, setOpened] = useState<SentMessage>();
  const current = opened && (messages.find(({ id }) => id === opened.id) ?? opened);
  const narrowed = isNarrowed(shown);
  return (
    <>
      <CountsByDay shown={shown} />
      <p className="mb-2 text-[0.8125rem] text-muted">
        {figuresAgeTexts.timesIn(zoneName())}
        {reachesArchive(shown, new Date()) && ` ${texts.archived}`}
      </p>
      <ListBody
        list={list}
        empty={{
          icon: <MailCheck />,
          title: narrowed ? texts.noneFound : texts.none,
          text: narrowed ? texts.noneFoundText : texts.noneText,
          action: narrowed && <Button onClick={onClear}>{texts.clear}</Button>,
        }}
        label={texts.pages}
        from={from}
        count={messages.length}
        more={more}
        perPage={STATUS_PAGE}
        onGo={go}
      >
        <SentTable messages={messages} onOpen={setOpened} />
      </ListBody>
      {current && <MessageStatus recipient={current} onClose={() => setOpened(undefined)} />}
    </>
  );
}
