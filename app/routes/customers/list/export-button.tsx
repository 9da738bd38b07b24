import { Download } from "lucide-react";
import { useState } from "react";
import { ApiError, download } from "#app/data/api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { errorsTexts } from "#texts/errors.ts";
import { saveFile } from "#app/data/save-file.ts";
import { exportCustomers } from "#workers/contract/endpoints/customers.ts";
import type { Filter } from "./list-state.ts";
import type { Outcome } from "./use-actions.tsx";

/** Saves all matching customers as CSV, not only this page. */
export function ExportButton({ filter, onDone }: { filter: Filter; onDone: (outcome: Outcome) => void }) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const content = await download(exportCustomers, { query: filter });
      const name = `Customers ${new Date().toISOString().slice(0, 10)}.csv`;
      saveFile(content, name);
      onDone({ kind: "success", text: texts.exported(name) });
    } catch (error) {
      const text = error instanceof ApiError ? error.message : errorsTexts.internal;
      onDone({ kind: "error", text });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<Download aria-hidden />} busy={busy} onClick={() => void run()}>
      {texts.export}
    </Button>
  );
}
