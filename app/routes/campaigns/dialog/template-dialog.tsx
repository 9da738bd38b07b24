import { lazily } from "#app/components/ui/lazily.tsx";

export const TemplateDialog = lazily(
  () => import("./template-dialog-window.tsx"),
  (module) => module.TemplateDialogWindow,
);
