import { ExportButton } from "#app/kit/export-button.tsx";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import { journeyReportCsv, type ReportPart } from "#workers/contract/endpoints/journey-report.ts";

/** Whose figures these are, and of which days. */
export interface Asked {
  id: string;
  instanceId: string;
  from: string;
  to: string;
  /** Of this version's people alone. */
  version?: number;
  /** Whose reaching a table of weeks counts. */
  milestone?: string;
  /** Of whom a table of a segment is. */
  groups?: string[];
  tags?: string[];
}

export const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A table's head with its file: exactly the rows that it has. */
export const TableHead = ({ title, part, asked }: { title: string; part: ReportPart; asked: Asked }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <h2 className="font-semibold">{title}</h2>
    <ExportButton
      size="sm"
      endpoint={journeyReportCsv}
      input={{ query: { ...asked, timezone, part } }}
      fileName={texts.csvName(part, asked.from, asked.to)}
      label={texts.saveOf(title)}
      failed={texts.saveFailed}
    />
  </div>
);
