import { useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { errorsTexts } from "#texts/errors.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import {
  type CustomerImport,
  type importSteps,
  previewUndo,
  stepImport,
} from "#workers/contract/endpoints/imports.ts";
import { UndoForecast } from "./undo-forecast.tsx";

export type Step = (typeof importSteps)[number];

export interface Stepping {
  take: (upload: CustomerImport, step: Step) => Promise<void>;
  /** The import and step being requested. */
  busy: string | undefined;
  failure: string;
}

/** Starts, stops, resumes or undoes an import; undoing says first what it would do, and asks. Errors are shown where the step was taken. */
export function useStep(put: (upload: CustomerImport) => void): Stepping {
  const confirm = useConfirm();
  const toast = useToast();
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState("");

  const take = async (upload: CustomerImport, step: Step) => {
    const id = upload.uploadId;
    setFailure("");
    setBusy(`${step} ${id}`);
    try {
      if (step === "undo") {
        const preview = await call(previewUndo, { params: { id } });
        let edited = false;
        void confirm({
          title: texts.undoQuestion(upload.file.name),
          text: <UndoForecast preview={preview} onEdited={(wanted) => (edited = wanted)} />,
          confirmLabel: texts.undo,
          run: async () => put(await call(stepImport, { params: { id, step }, body: { edited } })),
        });
        return;
      }
      put(await call(stepImport, { params: { id, step } }));
      if (step === "start") toast.success(texts.fileUploaded);
    } catch (error) {
      const why = error instanceof ApiError ? error.message : errorsTexts.internal;
      setFailure(`${upload.file.name}: ${why}`);
    } finally {
      setBusy(undefined);
    }
  };
  return { take, busy, failure };
}

/** Returns the steps that a state allows, by the server's rules. */
export function stepsOf({ state, begun, counts }: CustomerImport): Step[] {
  const changed = begun && counts.created + counts.updated > 0;
  switch (state) {
    case "CHECKED":
      return ["start"];
    case "CHECKING":
    case "WAITING":
    case "PROCESSING":
      return ["stop"];
    case "STOPPED":
      return changed ? ["resume", "undo"] : ["resume"];
    case "COMPLETED":
    case "ERROR":
      return changed ? ["undo"] : [];
    case "UNDONE":
      return counts.kept > 0 ? ["undo"] : [];
    case "UNDOING":
      return [];
    default:
      return state satisfies never;
  }
}
