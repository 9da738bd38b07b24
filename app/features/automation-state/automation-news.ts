import { invalidate } from "#app/data/query.ts";
import { keepLive } from "#app/realtime/keep-live.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { listPublications } from "#workers/contract/endpoints/automation-instances.ts";
import { listLaunches } from "#workers/contract/endpoints/automation-launch.ts";
import { encapDashboard } from "#workers/contract/endpoints/automation-logs.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";

/** An import changes a hundred at once: lists are asked for when nothing more has come for so long. */
const QUIET_MS = 150;

const waiting = new Map<AutomationKind, ReturnType<typeof setTimeout>>();

function askAnew(kind: AutomationKind): void {
  clearTimeout(waiting.get(kind));
  const ask = () => {
    waiting.delete(kind);
    void invalidate(automationDoors[kind].list);
    if (kind === "journey") return void invalidate(listPublications);
    void invalidate(listLaunches);
    void invalidate(encapDashboard);
  };
  waiting.set(kind, setTimeout(ask, QUIET_MS));
}

/** Shows what colleagues, the clock or a last run do to journeys and encaps while somebody looks at their lists. */
export const listenForAutomations = keepLive(
  "automationChanged",
  ({ kind }) => askAnew(kind),
  () => {
    askAnew("journey");
    askAnew("encap");
  },
);
