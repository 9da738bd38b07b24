import { loadPart } from "#app/lib/load-part.ts";
import { useEvent } from "#app/realtime/use-event.ts";

/** The bell tells of meters. What it says comes with the first one: every screen listens. */
export function useUsageAlerts(): void {
  useEvent("usageAlert", (data) => {
    void loadPart(() => import("./usage-alert.ts")).then(({ tellUsage }) => tellUsage(data));
  });
}
