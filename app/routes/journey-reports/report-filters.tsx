import type { ReactNode } from "react";
import { DayFilter } from "#app/kit/day-filter.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { journeyReport } from "#workers/contract/endpoints/journey-report.ts";
import type { Choice } from "./beside.ts";
import type { Asked } from "./csv-button.tsx";

/** Which journey, launch, version and days a report is of, and what it stands beside. */
export function ReportFilters({
  report,
  asked,
  launches,
  choices,
  other,
  change,
  byVersion,
  children,
}: {
  report: ReplyOf<typeof journeyReport>;
  asked: Asked;
  launches: readonly Choice[];
  choices: readonly Choice[];
  other: Choice | undefined;
  change: (values: Record<string, string>) => void;
  byVersion: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <Field label={texts.journey} className="w-full sm:w-64">
        <Select
          value={asked.id}
          options={report.journeys.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => change({ id, launch: "", version: "", with: "" })}
        />
      </Field>
      <Field label={texts.launch} className="w-full sm:w-56">
        <Select
          value={asked.instanceId}
          options={[{ value: "", label: texts.everyLaunch }, ...launches]}
          onChange={(launch) => change({ launch, version: "", id: asked.id })}
        />
      </Field>
      {byVersion && (
        <Field label={texts.version} className="w-full sm:w-40">
          <Select
            value={asked.version === undefined ? "" : String(asked.version)}
            options={[
              { value: "", label: texts.everyVersion },
              ...report.versions.map((number) => ({
                value: String(number),
                label: texts.versionNamed(number),
              })),
            ]}
            onChange={(version) => change({ version, id: asked.id })}
          />
        </Field>
      )}
      <DayFilter label={texts.from} value={asked.from} onChange={(from) => change({ from, to: asked.to })} />
      <DayFilter label={texts.to} value={asked.to} onChange={(to) => change({ to, from: asked.from })} />
      {choices.length > 0 && (
        <Field label={texts.compare} className="w-full sm:w-56">
          <Select
            value={other?.value ?? ""}
            options={[...choices]}
            onChange={(next) => change({ with: next })}
          />
        </Field>
      )}
      {children}
    </div>
  );
}
