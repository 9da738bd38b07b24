import { useSearchParams } from "react-router";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { DayRangeChoice } from "#app/kit/day-range-choice.tsx";
import { dashboardsTexts as texts } from "#texts/dashboards.ts";
import { dashboardNames } from "#workers/contract/dashboards.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { MOST_DASHBOARD_DAYS, type showDashboard } from "#workers/contract/endpoints/dashboards.ts";
import type { DashboardInList } from "#workers/contract/endpoints/own-dashboards.ts";
import type { queryIn } from "./shown.ts";

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
      <DayRangeChoice range={query} mostDays={MOST_DASHBOARD_DAYS} onChange={(days) => change(days)} />
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
