import { Dialog } from "#app/components/ui/dialog.tsx";
import { LoggerForm } from "#app/features/automation-logger/logger-form.tsx";
import { automationLoggerTexts as texts } from "#texts/automation-logger.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { AutomationEntry } from "#workers/contract/endpoints/automations.ts";

/** The settings of a journey's log of steps, over the list. */
export function LoggerDialog({
  kind,
  logged: { id, name },
  mayEdit,
  onClose,
}: {
  kind: AutomationKind;
  logged: AutomationEntry;
  mayEdit: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog open title={texts.title(name)} onClose={onClose}>
      <LoggerForm {...{ kind, id, mayEdit }} />
    </Dialog>
  );
}
