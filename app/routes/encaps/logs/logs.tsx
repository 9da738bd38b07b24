import { Radio, ScrollText, X } from "lucide-react";
import { useState } from "react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { RunPanel } from "#app/features/automation-runs/lazy-run-panel.tsx";
import { DayFilter } from "#app/kit/day-filter.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { encapLogsTexts as texts } from "#texts/encap-logs.ts";
import { liveTailTexts } from "#texts/live-tail.ts";
import { journeyMonitorTexts } from "#texts/journey-monitor.ts";
import {
  exportEncapLogs,
  listEncapLogs,
  LOGS_PAGE,
  STEP_OUTCOMES,
} from "#workers/contract/endpoints/automation-logs.ts";
import type { Route } from "./+types/logs.ts";
import { LiveLogs } from "./live-logs.tsx";
import { logsFilter, runIn } from "./logs-filter.ts";
import { StepTable } from "./step-table.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** All that narrows the list down is in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(url);
  const filter = logsFilter(searchParams);
  const from = fromIn(searchParams);
  return { list: await load(listEncapLogs, { query: { ...filter, from } }), filter, from };
});

/** Steps of all encaps, the newest first. */
export default function Logs({ loaderData: { list: loaded, filter, from } }: Route.ComponentProps) {
  const listState = useListState("run");
  const [isLive, setLive] = useState(false);
  const list = useLoaded(loaded);
  const { steps, launches, more, total } = list.answer;
  const encaps = [...new Map(launches.map(({ encap }) => [encap.id, encap])).values()];
  const change = (changes: Record<string, string>) => listState.change({ ...changes, from: "", run: "" });
  const isFiltered = Object.values(filter).some((each) => each !== "");
  const run = runIn(listState.shown);
  const { day, until } = dayOf(filter);
  return (
    <Page
      wide
      {...{ title, lead }}
      actions={
        <>
          <Button icon={<Radio aria-hidden />} aria-pressed={isLive} onClick={() => setLive(!isLive)}>
            {liveTailTexts.title}
          </Button>
          <ExportButton
            endpoint={exportEncapLogs}
            input={{ query: filter }}
            fileName={texts.csvName}
            label={texts.save}
            failed={texts.saveFailed}
          />
        </>
      }
    >
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Field label={texts.launch} className="w-full sm:w-72">
          <Select
            value={`${filter.encap} ${filter.instance}`}
            options={[
              { value: " ", label: texts.all },
              ...encaps.flatMap(({ id, name }) => [
                { value: `${id} `, label: texts.allOf(name) },
                ...launches.flatMap((each) =>
                  each.encap.id === id
                    ? [{ value: `${id} ${each.id}`, label: texts.option(name, each.name) }]
                    : [],
                ),
              ]),
            ]}
            onChange={(next) => {
              const [encap = "", instance = ""] = next.split(" ");
              change({ encap, instance, node: "" });
            }}
          />
        </Field>
        <Field label={texts.outcome} className="w-full sm:w-40">
          <Select
            value={filter.outcome ?? ""}
            options={[
              { value: "", label: texts.allOutcomes },
              ...STEP_OUTCOMES.map((each) => ({ value: each, label: journeyMonitorTexts.outcomes[each] })),
            ]}
            onChange={(outcome) => change({ outcome })}
          />
        </Field>
        <DayFilter label={texts.from} value={day} onChange={(since) => change({ since })} />
        <DayFilter label={texts.to} value={until} onChange={(next) => change({ until: next })} />
        <SearchInput
          label={texts.customer}
          value={filter.customer}
          onSearch={(customer) => change({ customer })}
          found={{ count: steps.length, more }}
        />
        {filter.node !== "" && (
          <Button size="sm" icon={<X aria-hidden />} onClick={() => change({ node: "" })}>
            {texts.onlyNode(filter.node)}
          </Button>
        )}
      </div>
      {isLive && (
        <div className="mb-4">
          <LiveLogs key={filter.instance} {...{ filter, launches }} addressOf={listState.addressOf} />
        </div>
      )}
      <ListBody
        {...{ list, more, from, total }}
        label={texts.pages}
        count={steps.length}
        perPage={LOGS_PAGE}
        onGo={listState.go}
        empty={{
          icon: <ScrollText />,
          title: isFiltered ? texts.noneFiltered : texts.none,
          text: isFiltered ? texts.noneFilteredText : texts.noneText,
        }}
      >
        <StepTable steps={steps} addressOf={listState.addressOf} />
      </ListBody>
      {run && <RunPanel kind="encap" {...run} onClose={listState.close} />}
    </Page>
  );
}

/** The days of a filter, as their fields have them. */
const dayOf = ({ since, until }: { since?: string; until?: string }) => ({
  day: since?.slice(0, 10) ?? "",
  until: until === undefined ? "" : new Date(Date.parse(until) - 1).toISOString().slice(0, 10),
});
