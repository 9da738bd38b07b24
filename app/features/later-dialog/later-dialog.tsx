import { lazily } from "#app/components/ui/lazily.tsx";

/** The dialog that asks for a time; it comes when it is first opened. */
export const LaterDialog = lazily(
  () => import("./later-dialog-window.tsx"),
  (module) => module.LaterDialogWindow,
);
