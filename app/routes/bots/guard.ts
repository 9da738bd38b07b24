import type { Location } from "react-router";
import * as messages from "#app/messages.ts";
import { useUnsavedGuard } from "#app/unsaved.ts";

/** Keeps whatever is edited of an agent from being lost, in the specified words. */
export const useAgentGuard = () => useUnsavedGuard({ leaves, why });

function why(to: Location): string {
  const inside = to.pathname.endsWith("/intents") || !location.pathname.endsWith("/intents");
  return inside ? messages.bots.saveOrDiscard : messages.bots.saveTheIntent;
}

/** Searching and showing more of the list leaves the open intent where it is. */
function leaves(from: Location, to: Location): boolean {
  const [here, there] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return (
    from.pathname !== to.pathname || ["story", "intent"].some((name) => here.get(name) !== there.get(name))
  );
}
