import { useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { errorsTexts } from "#texts/errors.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import { type CustomerImport, type importSteps, stepImport } from "#workers/contract/endpoints/imports.ts";

export type Step = (typeof importSteps)[number];

export interface Stepping {
  take: (upload: CustomerImport, step: Step) => Promise<void>;
  /** The import and step being requested. */
  busy: string | undefined;
  failure: string;
}

/** Starts, stops, resumes or undoes an import; undoing asks first. Errors are shown where the step was taken. */
export function useStep(put: (upload: CustomerImport) => void): Stepping {
  const confirm = useConfirm();
  const toast = useToast();
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState("");

  const take = async (upload: CustomerImport, step: Step) => {
    const id = upload.uploadId;
    setFailure("");
    if (step === "undo") {
      await confirm({
        title: texts.undoQuestion(upload.file.name),
        text: texts.undoText,
        confirmLabel: texts.undo,
        run: async () => put(await call(stepImport, { params: { id, step } })),
      });
      return;
    }
    setBusy(`${step} ${id}`);
    try {
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
    case "UNDOING":
    case "UNDONE":
      return [];
    default:
      return state satisfies never;
  }
}
