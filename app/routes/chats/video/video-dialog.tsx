import { lazily, lazilyShown } from "#app/components/ui/lazily.tsx";

/** The question before a video call; it comes when it is first asked. */
export const VideoDialog = lazily(
  () => import("./video-dialog-window.tsx"),
  (module) => module.VideoDialogWindow,
);

/** The calls of a chat that are over. */
export const VideoCalls = lazily(
  () => import("./video-calls-window.tsx"),
  (module) => module.VideoCallsWindow,
);

/** The call that is under way in a chat; most chats have none. */
export const VideoBar = lazilyShown(
  () => import("./video-bar.tsx"),
  (module) => module.VideoBar,
  () => null,
);
