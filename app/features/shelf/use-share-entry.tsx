import { Store } from "lucide-react";
import { useNavigate } from "react-router";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { useCan } from "#app/session/session.ts";
import { shelfTexts as texts } from "#texts/shelf.ts";
import type { ShelfKind } from "#workers/contract/marketplace/kinds.ts";

/**
 * The entry of a menu that puts a copy of a thing on the enterprise's own shelf, in the marketplace's dialog; none for who may
 * not make such a thing (MAKERS, which lists know by themselves) or see the marketplace.
 */
export function useShareEntry(
  kind: ShelfKind,
  mayMake: boolean,
): (thing: { id: string; name: string }) => MenuEntry[] {
  const mayShare = useCan()("MARKET_PLACE.VIEW") && mayMake;
  const navigate = useNavigate();
  return ({ id, name }) =>
    mayShare
      ? [
          {
            label: texts.share,
            icon: <Store aria-hidden />,
            onSelect: () =>
              void navigate(`/marketplace/list?tab=shelf&share=${kind}+${id}`, { state: { name } }),
          },
        ]
      : [];
}
