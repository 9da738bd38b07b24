import { lazily } from "#app/components/ui/lazily.tsx";

/** The dialog that lays a chat aside; it comes when it is first opened. */
export const AsideDialog = lazily(
  () => import("./aside-dialog-window.tsx"),
  (module) => module.AsideDialogWindow,
);
