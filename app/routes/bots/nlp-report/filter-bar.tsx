import { SlidersHorizontal } from "lucide-react";
import { type FormEvent, type RefObject, useId, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { DateTimePicker } from "#app/components/date-time-picker.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { useTyped } from "#app/kit/use-typed.ts";
import { momentText, readMoment } from "#app/lib/moment.ts";
import { dayOf } from "#app/lib/zone.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import { messagesCsv } from "#workers/contract/endpoints/reports.ts";
import { AgentSelect } from "./agent-select.tsx";
import { type ListState, presets, rangeOf, usualPreset } from "./list-state.ts";
import { narrowedBy, zoneOffset } from "./load.ts";
import type { AgentName } from "./use-agent-search.ts";

/** Asked for anew each time: a screen stays open over midnight. */
const endOfToday = (): string => rangeOf("today", new Date()).end;

/** Filters the report by bot and time: one line that stays in sight, and a chip that opens it in small windows. */
export function FilterBar({
  ref,
  listState,
  agentId,
  agents,
  moreAgents,
  onGo,
}: {
  ref: RefObject<HTMLDivElement | null>;
  listState: ListState;
  agentId: string;
  /** Undefined within a bot, whose report has no bot filter. */
  agents: readonly AgentName[] | undefined;
  moreAgents: boolean;
  onGo: (next: Partial<ListState>) => void;
}) {
  const [{ agent, start, end }, set] = useTyped({
    agent: agentId,
    start: momentText(listState.start),
    end: momentText(listState.end),
  });
  const [problems, setProblems] = useState<{ start?: string; end?: string }>({});
  const [open, setOpen] = useState(false);
  const id = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A cleared date is the one that a report begins with.
    const usual = rangeOf(usualPreset, new Date());
    const today = endOfToday();
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
    setOpen(false);
    set({ start: momentText(from), end: momentText(to) });
    const same = from === listState.start && to === listState.end;
    onGo({
      agent: agents ? agent : "",
      ...(!same && { preset: "custom", start: from, end: to }),
      day: "",
      from: 0,
    });
  };

  const name = agents?.find((one) => one.id === agentId)?.name ?? "";
  return (
    <div
      ref={ref}
      className="top-[var(--below-head,3.25rem)] z-5 mb-3 lg:sticky lg:-mx-2 lg:bg-canvas lg:px-2 lg:py-2"
    >
      <Button
        icon={<SlidersHorizontal aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="max-w-full min-h-11 lg:hidden"
      >
        <span className="min-w-0 truncate">{texts.chip(name, texts.presetNames[listState.preset])}</span>
      </Button>
      <form
        id={id}
        aria-label={texts.filters}
        noValidate
        onSubmit={submit}
        className={cx(
          "flex-wrap items-start gap-x-2 gap-y-3 rounded-xl border border-line bg-surface p-3 max-lg:mt-2 lg:flex",
          open ? "flex" : "hidden",
        )}
      >
        {agents && (
          <AgentSelect
            value={agent}
            agents={agents}
            more={moreAgents}
            onChange={(next) => set({ agent: next })}
          />
        )}
        <Field label={texts.presets} className="w-full sm:w-33">
          <Select
            value={listState.preset}
            options={[
              ...presets.map((preset) => ({ value: preset as string, label: texts.presetNames[preset] })),
              ...(listState.preset === "custom"
                ? [{ value: "custom", label: texts.presetNames.custom }]
                : []),
            ]}
            onChange={(chosen) => {
              const preset = presets.find((one) => one === chosen);
              if (!preset) return;
              const range = rangeOf(preset, new Date());
              set({ start: momentText(range.start), end: momentText(range.end) });
              setProblems({});
              onGo({ preset, ...range, day: "", from: 0 });
            }}
          />
        </Field>
        <DateTimePicker
          slim
          label={texts.startDate}
          value={start}
          error={problems.start}
          max={endOfToday}
          onChange={(next) => set({ start: next })}
        />
        <DateTimePicker
          slim
          label={texts.endDate}
          value={end}
          error={problems.end}
          max={endOfToday}
          onChange={(next) => set({ end: next })}
        />
        <div className="flex flex-wrap items-center gap-2 sm:mt-6">
          <Checkbox
            className="min-h-9 pt-2"
            label={
              <>
                {texts.compare}
                <span className="sr-only">{texts.compareWith}</span>
              </>
            }
            checked={listState.compare}
            onChange={(compare) => onGo({ compare })}
          />
          <Button tone="primary" type="submit">
            {texts.submit}
          </Button>
          <ExportButton
            endpoint={messagesCsv}
            input={{
              query: {
                ...narrowedBy(agentId, listState),
                scope: listState.scope,
                timeZoneOffset: zoneOffset(),
              },
            }}
            fileName={() => texts.csvName(dayOf(new Date()))}
            label={texts.download}
            slim="middle"
          />
        </div>
      </form>
    </div>
  );
}
