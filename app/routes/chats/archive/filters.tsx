import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { DayFilter } from "#app/kit/day-filter.tsx";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import {
  type conversationChoices,
  type ConversationFilter,
  type LedBy,
  ledBy,
} from "#workers/contract/endpoints/conversations.ts";
import { daysOf, isNarrowed, NO_FILTER } from "./archive-filter.ts";

type Named = { id: string; name: string };
const optionsOf = (any: string, named: readonly Named[]) => [
  { value: "", label: any },
  ...named.map(({ id, name }) => ({ value: id, label: name })),
];

/** The archive's filters; a narrow window folds all but the words away until they are asked for. */
export function Filters({
  filter,
  choices: { bots, journeys, agents, departments, channels },
  found,
  onChange,
}: {
  found: { count: number; more: boolean };
  filter: ConversationFilter;
  choices: ReplyOf<typeof conversationChoices>;
  onChange: (changes: Partial<Record<keyof typeof NO_FILTER, string>>) => void;
}) {
  const [shown, setShown] = useState(false);
  const { since, until } = daysOf(filter);
  const choice = (
    name: "bot" | "journey" | "agent" | "department" | "channel",
    value: string,
    any: string,
    named: readonly Named[],
  ) => (
    <Field label={texts[name]} className="w-44 max-sm:w-full">
      <Select value={value} options={optionsOf(any, named)} onChange={(next) => onChange({ [name]: next })} />
    </Field>
  );
  return (
    <search className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput
          label={texts.search}
          value={filter.words}
          onSearch={(q) => onChange({ q })}
          found={found}
          className="w-full max-w-sm"
        />
        <Led chosen={filter.led} onChange={(led) => onChange({ led: led.join(",") })} />
        <Button
          className="lg:hidden"
          aria-expanded={shown}
          icon={<SlidersHorizontal aria-hidden />}
          onClick={() => setShown(!shown)}
        >
          {texts.filters}
        </Button>
        {isNarrowed(filter) && <Button onClick={() => onChange(NO_FILTER)}>{texts.clear}</Button>}
      </div>
      <div className={cx("flex flex-wrap items-end gap-3", !shown && "max-lg:hidden")}>
        <SearchInput
          label={texts.customer}
          value={filter.customer}
          onSearch={(customer) => onChange({ customer })}
          className="w-64 max-sm:w-full"
        />
        {choice("bot", filter.bot, texts.anyBot, bots)}
        {choice("journey", filter.journey, texts.anyJourney, journeys)}
        {choice("agent", filter.agentId, texts.anyAgent, agents)}
        {choice("department", filter.departmentId, texts.anyDepartment, [
          ...departments,
          { id: NO_DEPARTMENT, name: texts.noDepartment },
        ])}
        {choice("channel", filter.channelId, texts.anyChannel, channels)}
        <Field label={texts.state} className="w-44 max-sm:w-full">
          <Select
            value={filter.state}
            options={[
              { value: "", label: texts.anyState },
              { value: "open", label: texts.states.open },
              { value: "ended", label: texts.states.ended },
            ]}
            onChange={(state) => onChange({ state })}
          />
        </Field>
        <DayFilter label={texts.since} value={since} onChange={(day) => onChange({ since: day })} />
        <DayFilter label={texts.until} value={until} onChange={(day) => onChange({ until: day })} />
      </div>
    </search>
  );
}

/** Filters by who took part, any of them; ticked at once, however long the list takes. */
function Led({ chosen, onChange }: { chosen: readonly LedBy[]; onChange: (led: readonly LedBy[]) => void }) {
  const given = chosen.join(",");
  const [ticked, setTicked] = useState({ given, led: chosen });
  // Somebody has cleared the filters, or gone back.
  if (ticked.given !== given) setTicked({ given, led: chosen });
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <legend className="sr-only">{texts.led}</legend>
      {ledBy.map((each) => (
        <Checkbox
          key={each}
          label={texts.ledBy[each]}
          checked={ticked.led.includes(each)}
          onChange={(on) => {
            const led = ledBy.filter((one) => (one === each ? on : ticked.led.includes(one)));
            setTicked({ given, led });
            onChange(led);
          }}
        />
      ))}
    </fieldset>
  );
}
