import { loadPart } from "#app/lib/load-part.ts";
import { useEvent } from "#app/realtime/use-event.ts";

/** The bell tells of meters. Its words are loaded with the first alert, as every screen listens. */
export function useUsageAlerts(): void {
  useEvent("usageAlert", (data) => {
    void loadPart(() => import("./usage-alert.ts")).then(({ tellUsage }) => tellUsage(data));
  });
}
