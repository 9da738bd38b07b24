import { type FormEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { reportsTexts as texts } from "#texts/reports.ts";
import { AgentSelect } from "./agent-select.tsx";
import { DateTimePicker } from "#app/components/date-time-picker.tsx";
import { momentText, readMoment } from "#app/lib/moment.ts";
import type { AgentName } from "./use-agent-search.ts";
import { type ListState, presets, rangeOf, usualPreset } from "./list-state.ts";

/** Filters the report by bot and time. Key it by what it shows: its state is initialized from the filters shown. */
export function FilterBar({
  listState,
  agentId,
  agents,
  moreAgents,
  onGo,
}: {
  listState: ListState;
  agentId: string;
  /** Undefined within a bot, whose report has no bot filter. */
  agents: readonly AgentName[] | undefined;
  moreAgents: boolean;
  onGo: (next: Partial<ListState>) => void;
}) {
  const [agent, setAgent] = useState(agentId);
  const [start, setStart] = useState(momentText(listState.start));
  const [end, setEnd] = useState(momentText(listState.end));
  const [problems, setProblems] = useState<{ start?: string; end?: string }>({});
  const [today] = useState(() => rangeOf("today", new Date()).end);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A cleared date is the one that a report begins with.
    const usual = rangeOf(usualPreset, new Date());
    const [from, to] = [
      start.trim() === "" ? usual.start : readMoment(start),
      end.trim() === "" ? usual.end : readMoment(end),
    ];
    const found = {
      ...(from === null
        ? { start: texts.invalidDate }
        : from > today
          ? { start: texts.futureDate }
          : undefined),
      ...(to === null
        ? { end: texts.invalidDate }
        : to > today
          ? { end: texts.futureDate }
          : from !== null && to < from
            ? { end: texts.endBeforeStart }
            : undefined),
    };
    setProblems(found);
    if (from === null || to === null || Object.keys(found).length > 0) return;
    const same = from === listState.start && to === listState.end;
    onGo({
      agent: agents ? agent : "",
      ...(!same && { preset: "custom", start: from, end: to }),
      day: "",
      from: 0,
    });
  };

  return (
    <form
      aria-label={texts.filters}
      noValidate
      onSubmit={submit}
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-xl border border-line bg-surface p-4"
    >
      {agents && <AgentSelect value={agent} agents={agents} more={moreAgents} onChange={setAgent} />}
      <Field label={texts.presets} className="w-full sm:w-40">
        <Select
          value={listState.preset}
          options={[
            ...presets.map((preset) => ({ value: preset as string, label: texts.presetNames[preset] })),
            ...(listState.preset === "custom" ? [{ value: "custom", label: texts.presetNames.custom }] : []),
          ]}
          onChange={(chosen) => {
            const preset = presets.find((one) => one === chosen);
            if (preset) onGo({ preset, ...rangeOf(preset, new Date()), day: "", from: 0 });
          }}
        />
      </Field>
      <DateTimePicker
        label={texts.startDate}
        value={start}
        error={problems.start}
        max={today}
        onChange={setStart}
      />
      <DateTimePicker label={texts.endDate} value={end} error={problems.end} max={today} onChange={setEnd} />
      <div className="grid gap-2 self-end">
        <Checkbox
          label={texts.compare}
          checked={listState.compare}
          onChange={(compare) => onGo({ compare })}
        />
        <Button tone="primary" type="submit" className="justify-self-start">
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}
