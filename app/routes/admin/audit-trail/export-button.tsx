import { Download } from "lucide-react";
import { useState } from "react";
import { ApiError, download } from "#app/data/api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { auditTrailTexts as texts } from "#texts/audit-trail.ts";
import { errorsTexts } from "#texts/errors.ts";
import { saveFile } from "#app/data/save-file.ts";
import { exportAuditTrail } from "#workers/contract/endpoints/audit-trail.ts";
import { type Filter, filterQuery } from "./list-state.ts";

/** Saves all entries that match the filter as CSV, not only this page. */
export function ExportButton({ filter }: { filter: Filter }) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const save = async () => {
    setBusy(true);
    setFailure("");
    try {
      saveFile(await download(exportAuditTrail, { query: filterQuery(filter) }), texts.fileName);
    } catch (error) {
      const why = `${texts.exportFailed}. ${error instanceof ApiError ? error.message : errorsTexts.internal}`;
      setFailure(why);
      toast.error(why);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {failure && <p className="self-center text-[0.8125rem] text-danger-ink">{failure}</p>}
      <Button icon={<Download aria-hidden />} busy={busy} onClick={() => void save()}>
        {texts.export}
      </Button>
    </>
  );
}
