import { useSearchParams } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { DayFilter } from "#app/kit/day-filter.tsx";
import { dashboardsTexts as texts } from "#texts/dashboards.ts";
import { dashboardNames } from "#workers/contract/dashboards.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { showDashboard } from "#workers/contract/endpoints/dashboards.ts";
import type { DashboardInList } from "#workers/contract/endpoints/own-dashboards.ts";
import { dashboardPeriods, lastDays, movedRange, type queryIn } from "./shown.ts";

export interface Parts {
  query: ReturnType<typeof queryIn>;
  /** Dashboards that people have made. */
  others: readonly DashboardInList[];
}

/** Which dashboard, which days, and of which channel: all of it in the address. */
export function Choices({
  query,
  others,
  channels,
}: Parts & {
  /** Left out where each tile has a filter of its own. */
  channels?: ReplyOf<typeof showDashboard>["channels"];
}) {
  const [, setAddress] = useSearchParams();
  const change = (values: Record<string, string>) =>
    setAddress(
      (address) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) address.set(name, value);
          else address.delete(name);
        }
        return address;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <Field label={texts.dashboard} className="w-full sm:w-64">
        <Select
          value={query.ownId || query.name}
          options={[
            ...dashboardNames.map((name) => ({ value: name, label: texts.names[name] })),
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(name) => change({ name })}
        />
      </Field>
      <div role="group" aria-label={texts.period} className="flex flex-wrap gap-1">
        {dashboardPeriods.map((each) => {
          const { fromDate, toDate } = lastDays(Number(each));
          const chosen = fromDate === query.fromDate && toDate === query.toDate;
          return (
            <Button
              key={each}
              tone={chosen ? "primary" : "secondary"}
              aria-pressed={chosen}
              onClick={() => change({ from: fromDate, to: toDate })}
            >
              {texts.periods[each]}
            </Button>
          );
        })}
      </div>
      <DayFilter
        label={texts.from}
        value={query.fromDate}
        onChange={(from) => change(movedRange(query, { from }))}
      />
      <DayFilter label={texts.to} value={query.toDate} onChange={(to) => change(movedRange(query, { to }))} />
      {channels && (
        <Field label={texts.channel} className="w-full sm:w-56">
          <Select
            value={query.channelId}
            options={[
              { value: "", label: texts.everyChannel },
              ...channels.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(channel) => change({ channel })}
          />
        </Field>
      )}
    </div>
  );
}
