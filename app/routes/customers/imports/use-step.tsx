import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { importsTexts as texts } from "#texts/imports.ts";
import {
  type CustomerImport,
  type importSteps,
  previewUndo,
  stepImport,
} from "#workers/contract/endpoints/imports.ts";
import { UndoForecast } from "./undo-forecast.tsx";
import { showBegun } from "./use-live.ts";

export type Step = (typeof importSteps)[number];

export interface Stepping {
  take: (upload: CustomerImport, step: Step) => void;
  /** The import and step being requested. */
  busy: string | undefined;
  failure: string;
}

/** Starts, stops, resumes or undoes an import; undoing says first what it would do, and asks. */
export function useStep(): Stepping {
  const confirm = useConfirm();
  const toast = useToast();
  const { busy, failure, send } = useSend();
  const [taken, setTaken] = useState({ step: "", id: "", file: "" });

  const take = (upload: CustomerImport, step: Step) => {
    if (busy) return;
    const id = upload.uploadId;
    setTaken({ step, id, file: upload.file.name });
    void send(async () => {
      if (step === "undo") {
        const preview = await call(previewUndo, { params: { id } });
        let edited = false;
        void confirm({
          title: texts.undoQuestion(upload.file.name),
          text: (
            <UndoForecast
              preview={preview}
              hasOptIn={upload.optIn !== null}
              onEdited={(wanted) => (edited = wanted)}
            />
          ),
          confirmLabel: texts.undo,
          run: async () => showBegun(await call(stepImport, { params: { id, step }, body: { edited } })),
        });
        return;
      }
      showBegun(await call(stepImport, { params: { id, step } }));
      if (step === "start") toast.success(texts.fileUploaded);
    });
  };
  return {
    take,
    busy: busy ? `${taken.step} ${taken.id}` : undefined,
    failure: failure && `${taken.file}: ${failure}`,
  };
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
