import { lazily } from "#app/components/ui/lazily.tsx";

/** The dialog of campaigns in one of its modes; it comes when it is first opened. */
export const CampaignDialog = lazily(
  () => import("./campaign-dialog-window.tsx"),
  (module) => module.CampaignDialogWindow,
);
