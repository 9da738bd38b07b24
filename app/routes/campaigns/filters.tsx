import { CalendarDays } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { FilterSelect } from "#app/components/ui/filter-select.tsx";
import type { useListState } from "#app/kit/use-list-state.ts";
import { formatMoment } from "#app/lib/format.ts";
import { campaignScreensTexts as texts } from "#texts/campaign-screens.ts";
import { type CampaignState, campaignStateNumbers } from "#workers/contract/campaign.ts";
import { RangeBar } from "#app/features/broadcasts/range-bar.tsx";
import { addressOfRange, openRange, type Range, rangeIn } from "#app/features/broadcasts/range.ts";

type ListState = Pick<ReturnType<typeof useListState>, "change">;

const STATE_OPTIONS = [
  { value: "", label: texts.allStates },
  ...campaignStateNumbers.map((state) => ({ value: String(state), label: texts.states[state] })),
];

/** The state in the address; "" for every one. */
export function stateIn(search: URLSearchParams): CampaignState | "" {
  const given = search.get("state") ?? "";
  return campaignStateNumbers.find((each) => String(each) === given) ?? "";
}

/** Dates of the address; nothing about a side that is open. */
export const datesIn = (search: URLSearchParams): Range => rangeIn(search, new Date(), openRange);

export const StateFilter = ({ state, listState }: { state: CampaignState | ""; listState: ListState }) => (
  <FilterSelect
    label={texts.state}
    className="w-full sm:w-auto"
    value={String(state)}
    options={STATE_OPTIONS}
    onChange={(next) => listState.change({ state: next, from: "" })}
  />
);

const dayOf = (moment: string): string => formatMoment(moment).slice(0, 11);

function wordsOf({ start, end }: Range): string {
  if (start && end) return texts.dates.between(dayOf(start), dayOf(end));
  if (start) return texts.dates.from(dayOf(start));
  return end ? texts.dates.until(dayOf(end)) : texts.dates.any;
}

/** A button that says the dates, and the fields behind it. */
export function useDates(dates: Range, listState: ListState) {
  const isNarrowed = dates.start !== "" || dates.end !== "";
  const [open, setOpen] = useState(isNarrowed);
  return {
    button: (
      <Button icon={<CalendarDays aria-hidden />} aria-expanded={open} onClick={() => setOpen((was) => !was)}>
        {wordsOf(dates)}
      </Button>
    ),
    bar: open && (
      <RangeBar
        range={dates}
        onGo={(next) => listState.change({ ...addressOfRange(next, new Date(), openRange), from: "" })}
      />
    ),
  };
}
