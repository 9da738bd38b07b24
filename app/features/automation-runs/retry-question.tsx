import type { Question } from "#app/components/ui/confirm-dialog.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";

/** Asks whether to try it again, and whether in the version that people enter now, as whoever mended it wants. */
export function retryQuestion(title: string, run: (newest: boolean) => Promise<unknown>): Question {
  let newest = true;
  return {
    title,
    text: (
      <>
        {texts.retryText}
        <Checkbox
          className="mt-3"
          label={texts.retryNewest}
          defaultChecked
          onChange={(next) => {
            newest = next;
          }}
        />
      </>
    ),
    confirmLabel: texts.retry,
    tone: "primary",
    run: () => run(newest),
  };
}
