import { CirclePlay, CircleStop, Play, Undo2 } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { useCan } from "#app/session/session.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import type { CustomerImport } from "#workers/contract/endpoints/imports.ts";
import { type Step, type Stepping, stepsOf } from "./use-step.tsx";

const looks = {
  start: { icon: Play, short: texts.startShort, long: texts.startOf },
  stop: { icon: CircleStop, short: texts.stop, long: texts.stopOf },
  resume: { icon: CirclePlay, short: texts.resume, long: texts.resumeOf },
  undo: { icon: Undo2, short: texts.undo, long: texts.undoOf },
} as const satisfies Record<Step, unknown>;

/** The actions that an import's state allows. */
export function StepButtons({
  upload,
  stepping,
  size = "sm",
}: {
  upload: CustomerImport;
  stepping: Stepping;
  size?: "sm" | "md";
}) {
  const imports = useCan()("CUSTOMER.IMPORT");
  return (imports ? stepsOf(upload) : []).map((step) => {
    const { icon: Icon, short, long } = looks[step];
    return (
      <Button
        key={step}
        size={size}
        icon={<Icon aria-hidden />}
        aria-label={long(upload.file.name)}
        busy={stepping.busy === `${step} ${upload.uploadId}`}
        onClick={() => stepping.take(upload, step)}
      >
        {short}
      </Button>
    );
  });
}
