import {
  CircleCheck,
  CircleX,
  CopyPlus,
  EllipsisVertical,
  FlaskConical,
  Pause,
  Pencil,
  Play,
  Send,
  Square,
  Trash2,
  Undo2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { type ActivityAction, type CampaignState, mayMoveActivity } from "#workers/contract/campaign.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { campaignAddress, editAddress } from "../addresses.ts";
import { CloneDialog } from "../clone-dialog.tsx";
import { useCampaignDialog } from "../dialog/use-campaign-dialog.tsx";
import { actionsOf } from "./actions-of.ts";
import { TestWindow } from "./test.tsx";
import { useMoves } from "./use-moves.ts";

const texts = campaignScreensTexts.activity;

const ICONS: Record<ActivityAction, ReactNode> = {
  submit: <Send aria-hidden />,
  withdraw: <Undo2 aria-hidden />,
  start: <Play aria-hidden />,
  pause: <Pause aria-hidden />,
  resume: <Play aria-hidden />,
  stop: <Square aria-hidden />,
};

/** Offers the moves of an activity that its state and its reader's permissions allow now. */
export function ActivityActions({ activity, isPast }: { activity: Activity; isPast: boolean }) {
  const can = useCan();
  const navigate = useNavigate();
  const { state, approval, plan, isMine } = activity;
  const moves = useMoves(activity, plan.startAt !== null && !isPast);
  const [open, setOpen] = useState<"clone" | "test">();
  const asked = useCampaignDialog(async (mode) => {
    if (mode === "delete_activity") await navigate(campaignAddress(activity.campaignId));
  });
  const may = (move: Parameters<typeof mayMoveActivity>[0]) =>
    mayMoveActivity(move, state as CampaignState, approval);
  const makes = can("CAMPAIGNS.EDIT", "CAMPAIGNS.CREATE");
  const checks = can("CAMPAIGNS.APPROVE");
  const mayCreate = can("CAMPAIGNS.CREATE");
  const isHidden = !can("CUSTOMER.VIEW") && activity.request.phoneNumber.length > 0;
  const first = checks && may("approve") ? "approve" : undefined;
  const more: MenuEntry[] = [
    ...(mayCreate
      ? [
          {
            label: campaignScreensTexts.clone,
            icon: <CopyPlus aria-hidden />,
            onSelect: () => setOpen("clone"),
          },
        ]
      : []),
    ...(can("CAMPAIGNS.DELETE") && may("delete")
      ? [
          {
            label: campaignScreensTexts.delete,
            icon: <Trash2 aria-hidden />,
            tone: "danger" as const,
            onSelect: () => asked.open("delete_activity", activity),
          },
        ]
      : []),
  ];
  return (
    <>
      {first && (
        <Button
          tone="primary"
          icon={<CircleCheck aria-hidden />}
          disabledReason={isMine ? texts.isMine : undefined}
          onClick={() => asked.open("approveActivity", activity)}
        >
          {texts.approve}
        </Button>
      )}
      {checks && may("reject") && (
        <Button icon={<CircleX aria-hidden />} onClick={() => asked.open("rejectActivity", activity)}>
          {texts.reject}
        </Button>
      )}
      {actionsOf(activity, { makes, starts: can("CAMPAIGNS.START") }).map((action, at) => (
        <Button
          key={action}
          icon={ICONS[action]}
          busy={moves.busy}
          tone={at === 0 && !first && (action === "submit" || action === "start") ? "primary" : "secondary"}
          onClick={() => void moves.move(action)}
        >
          {moves.labelOf(action)}
        </Button>
      ))}
      {makes &&
        may("edit") &&
        (isHidden ? (
          <Button icon={<Pencil aria-hidden />} disabledReason={texts.hiddenNumbers}>
            {campaignScreensTexts.edit}
          </Button>
        ) : (
          <ButtonLink to={editAddress(activity.id)} icon={<Pencil aria-hidden />}>
            {campaignScreensTexts.edit}
          </ButtonLink>
        ))}
      {mayCreate && (
        <Button icon={<FlaskConical aria-hidden />} onClick={() => setOpen("test")}>
          {texts.test}
        </Button>
      )}
      {more.length > 0 && (
        <Menu
          button={<Button icon={<EllipsisVertical aria-hidden />}>{campaignScreensTexts.more}</Button>}
          entries={more}
        />
      )}
      <Failure text={moves.failure} className="basis-full" />
      {asked.dialog}
      {open === "clone" && <CloneDialog activity={activity} onClose={() => setOpen(undefined)} />}
      {open === "test" && <TestWindow activity={activity} onClose={() => setOpen(undefined)} />}
    </>
  );
}
