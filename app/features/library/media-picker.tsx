import { lazily } from "#app/components/ui/lazily.tsx";

/** The dialog that picks an attachment from the library; it comes when it is first opened. */
export const MediaPicker = lazily(
  () => import("./media-picker-window.tsx"),
  (module) => module.MediaPickerWindow,
);
