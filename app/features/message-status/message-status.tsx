import { lazily } from "#app/components/ui/lazily.tsx";

/** The steps of one message; the dialog comes when it is first opened. */
export const MessageStatus = lazily(
  () => import("./message-status-window.tsx"),
  (module) => module.MessageStatusWindow,
);
