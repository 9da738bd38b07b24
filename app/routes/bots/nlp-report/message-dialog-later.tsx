import { lazily } from "#app/components/ui/lazily.tsx";

/** One message in full, fetched at the first sign that somebody is there. */
export const MessageDialog = lazily(
  () => import("./message-dialog.tsx"),
  (module) => module.MessageDialog,
);
