import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { DayFilter } from "#app/kit/day-filter.tsx";
import { chatLabelsTexts as labelsTexts } from "#texts/chat-labels.ts";
import { chatRatingTexts as ratingTexts } from "#texts/chat-rating.ts";
import { chatsTexts } from "#texts/chats.ts";
import { conversationsTexts as archiveTexts } from "#texts/conversations.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import { ratingFilters } from "#workers/contract/endpoints/chats.ts";
import type { conversationChoices } from "#workers/contract/endpoints/conversations.ts";
import { daysOf, ENDS, type Filter, isNarrowed, NO_FILTER } from "./past-query.ts";
import { NamedChoice } from "../list/named-choice.tsx";

const texts = chatsTexts.past;
type Named = { id: string; name: string };

/** The history's filters; in a narrow window all but the name is folded away until it is asked for. */
export function PastFilters({
  filter,
  labels,
  choices: { agents, channels, departments },
  count,
  more,
  onChange,
}: {
  filter: Filter;
  labels: readonly Named[];
  choices: Pick<ReplyOf<typeof conversationChoices>, "agents" | "channels" | "departments">;
  /** Chats that are shown, and whether there are more. */
  count: number;
  more: boolean;
  onChange: (changes: Partial<Filter>) => void;
}) {
  const [shown, setShown] = useState(false);
  const { since, until } = daysOf(filter);
  const choice = (
    name: "agent" | "channel" | "department" | "label",
    label: string,
    any: string,
    named: readonly Named[],
  ) => (
    <NamedChoice
      {...{ label, any, named }}
      value={filter[name]}
      className="w-44 max-sm:w-full"
      onChange={(id) => onChange({ [name]: id })}
    />
  );
  return (
    <search className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput
          label={texts.search}
          value={filter.q}
          onSearch={(q) => onChange({ q })}
          className="w-full max-w-sm"
        />
        <Button
          className="lg:hidden"
          aria-expanded={shown}
          icon={<SlidersHorizontal aria-hidden />}
          onClick={() => setShown(!shown)}
        >
          {archiveTexts.filters}
        </Button>
        {isNarrowed(filter) && <Button onClick={() => onChange(NO_FILTER)}>{archiveTexts.clear}</Button>}
        <p role="status" className="text-muted">
          {uiTexts.found(count, more)}
        </p>
      </div>
      <div className={cx("flex flex-wrap items-end gap-3", !shown && "max-lg:hidden")}>
        <Field label={texts.state} className="w-56 max-sm:w-full">
          <Select
            value={filter.end}
            options={ENDS.map(({ value, label }) => ({ value, label }))}
            onChange={(end) => onChange({ end })}
          />
        </Field>
        {choice("label", labelsTexts.byLabel, labelsTexts.anyLabel, labels)}
        {choice("agent", archiveTexts.agent, archiveTexts.anyAgent, agents)}
        {choice("channel", archiveTexts.channel, archiveTexts.anyChannel, channels)}
        {choice("department", archiveTexts.department, archiveTexts.anyDepartment, [
          ...departments,
          { id: NO_DEPARTMENT, name: archiveTexts.noDepartment },
        ])}
        <Field label={ratingTexts.rating} className="w-36 max-sm:w-full">
          <Select
            value={filter.rating}
            options={ratingFilters.map((value) => ({ value, label: ratingTexts.filters[value] }))}
            onChange={(rating) => onChange({ rating })}
          />
        </Field>
        <DayFilter
          label={archiveTexts.since}
          value={since}
          onChange={(day) => onChange({ since: day, hour: "" })}
        />
        <DayFilter
          label={archiveTexts.until}
          value={until}
          onChange={(day) => onChange({ until: day, hour: "" })}
        />
      </div>
    </search>
  );
}
