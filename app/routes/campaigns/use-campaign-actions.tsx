import { CopyPlus, Pause, Pencil, Play, Square, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "#app/data/api.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import {
  type CampaignMove,
  campaignMoves,
  type CampaignState,
  campaignStates,
} from "#workers/contract/campaign.ts";
import { type Campaign, deleteCampaign } from "#workers/contract/endpoints/campaigns.ts";
import { CloneDialog } from "./clone-dialog.tsx";
import type { useCampaignDialog } from "./dialog/use-campaign-dialog.tsx";
import { isOver } from "./is-over.ts";
import { shownAnew } from "./shown-anew.ts";

const texts = campaignScreensTexts.campaign;

const may = (move: CampaignMove, { state }: Campaign): boolean =>
  (campaignMoves[move].from as readonly CampaignState[]).includes(state as CampaignState);

export type CampaignEntry = Exclude<MenuEntry, "separator">;

/** Offers the moves of campaigns as entries of a menu; `dialog` belongs at the end of the screen. */
export function useCampaignActions(
  onAsk: ReturnType<typeof useCampaignDialog>["open"],
  onDeleted?: () => unknown,
): {
  /** Whether there is anything that the reader may ever do. */
  any: boolean;
  of: (campaign: Campaign) => CampaignEntry[];
  dialog: ReactNode;
} {
  const can = useCan();
  const confirm = useConfirm();
  const [cloned, setCloned] = useState<Campaign>();
  const mayEdit = can("CAMPAIGNS.EDIT", "CAMPAIGNS.CREATE");
  const [mayStart, mayMake, mayDelete] = [
    can("CAMPAIGNS.START"),
    can("CAMPAIGNS.CREATE"),
    can("CAMPAIGNS.DELETE"),
  ];
  const remove = async ({ id, name }: Campaign) => {
    const done = await confirm({
      title: texts.deleteTitle(name),
      text: texts.deleteText,
      confirmLabel: campaignScreensTexts.delete,
      run: () => call(deleteCampaign, { params: { id } }),
    });
    if (!done) return;
    await onDeleted?.();
    void shownAnew();
  };
  const of = (campaign: Campaign): CampaignEntry[] => {
    const isPaused = campaign.state === campaignStates.paused;
    const ask = (mode: Parameters<typeof onAsk>[0]) => () => onAsk(mode, { ...campaign, campaign });
    return [
      ...(mayStart && may("start", campaign)
        ? [
            {
              label: isPaused ? texts.resume : texts.actions.start,
              icon: <Play aria-hidden />,
              onSelect: ask("startCampaign"),
            },
          ]
        : []),
      ...(mayStart && may("pause", campaign)
        ? [
            {
              label: texts.actions.pause,
              icon: <Pause aria-hidden />,
              onSelect: ask("deactiveCampaign"),
            },
          ]
        : []),
      ...(mayStart && may("stop", campaign)
        ? [{ label: texts.actions.stop, icon: <Square aria-hidden />, onSelect: ask("stopCampaign") }]
        : []),
      ...(mayEdit && !isOver(campaign)
        ? [
            {
              label: campaignScreensTexts.edit,
              icon: <Pencil aria-hidden />,
              onSelect: ask("createCampaign"),
            },
          ]
        : []),
      ...(mayMake
        ? [
            {
              label: campaignScreensTexts.clone,
              icon: <CopyPlus aria-hidden />,
              onSelect: () => setCloned(campaign),
            },
          ]
        : []),
      ...(mayDelete && may("delete", campaign)
        ? [
            {
              label: campaignScreensTexts.delete,
              icon: <Trash2 aria-hidden />,
              tone: "danger" as const,
              onSelect: () => void remove(campaign),
            },
          ]
        : []),
    ];
  };
  return {
    any: mayEdit || mayStart || mayMake || mayDelete,
    of,
    dialog: cloned && <CloneDialog campaign={cloned} onClose={() => setCloned(undefined)} />,
  };
}
