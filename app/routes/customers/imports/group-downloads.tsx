import { ExportButton } from "#app/kit/export-button.tsx";
import { useCan } from "#app/session/session.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import {
  type CustomerImport,
  errorsCsv,
  groupCsv,
  importGroups,
} from "#workers/contract/endpoints/imports.ts";

/** The rows of each group of a check that has any, to be looked at before the import starts. */
export function GroupDownloads({ upload: { uploadId: id, file, counts } }: { upload: CustomerImport }) {
  const can = useCan();
  if (!can("CUSTOMER.IMPORT") || !can("CUSTOMER.VIEW")) return null;
  const name = file.name.replace(/\.csv$/i, "");
  return (
    <div role="group" aria-label={texts.downloadRows} className="flex flex-wrap gap-2">
      {importGroups.map(
        (group) =>
          counts[group] > 0 && (
            <ExportButton
              key={group}
              size="sm"
              endpoint={groupCsv}
              input={{ params: { id, group } }}
              fileName={`${name} ${group}.csv`}
              label={texts.downloadGroup[group]}
            />
          ),
      )}
      {counts.rejected > 0 && (
        <ExportButton
          size="sm"
          endpoint={errorsCsv}
          input={{ params: { id } }}
          fileName={`${name} errors.csv`}
          label={texts.downloadErrors}
        />
      )}
    </div>
  );
}
