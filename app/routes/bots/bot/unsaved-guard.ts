import type { Location } from "react-router";
import { botsTexts } from "#texts/bots.ts";
import { useUnsavedGuard } from "#app/drafts/unsaved.ts";

/** Guards unsaved edits of a bot, with the specified wording. */
export const useAgentGuard = () => useUnsavedGuard({ leaves, why });

function why(to: Location): string {
  const inside = to.pathname.endsWith("/intents") || !location.pathname.endsWith("/intents");
  return inside ? botsTexts.saveOrDiscard : botsTexts.saveTheIntent;
}

/** Returns whether a navigation leaves the open intent; searching or loading more of the list does not. */
function leaves(from: Location, to: Location): boolean {
  const [here, there] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return (
    from.pathname !== to.pathname || ["story", "intent"].some((name) => here.get(name) !== there.get(name))
  );
}
