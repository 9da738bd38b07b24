import { Share2 } from "lucide-react";
import { useNavigate } from "react-router";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { useCan } from "#app/session/session.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import { MAKERS, type ShelfKind } from "#workers/contract/marketplace/kinds.ts";

/**
 * The entry of a menu that puts a copy of a thing on the enterprise's own shelf, in the marketplace's dialog; none for who may
 * not make such a thing or see the marketplace.
 */
export function useShareEntry(kind: ShelfKind): (thing: { id: string; name: string }) => MenuEntry[] {
  const can = useCan();
  const navigate = useNavigate();
  const mayShare = can(MAKERS[kind]) && can("MARKET_PLACE.VIEW");
  return ({ id, name }) =>
    mayShare
      ? [
          {
            label: texts.share,
            icon: <Share2 aria-hidden />,
            onSelect: () =>
              void navigate(`/marketplace/list?tab=shelf&share=${kind}+${id}`, { state: { name } }),
          },
        ]
      : [];
}
