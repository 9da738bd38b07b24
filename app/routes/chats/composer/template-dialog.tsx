import { lazily } from "#app/components/ui/lazily.tsx";

/** The dialog that sends a template; it comes when it is first opened. */
export const TemplateDialog = lazily(
  () => import("./template-dialog-window.tsx"),
  (module) => module.TemplateDialogWindow,
);
