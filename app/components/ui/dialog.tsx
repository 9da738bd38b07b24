import type { DialogProps } from "./dialog-window.tsx";
import { lazily } from "./lazily.tsx";
import { useEver } from "./use-ever.ts";

const DialogWindow = lazily(
  () => import("./dialog-window.tsx"),
  (module) => module.DialogWindow,
);

/** Modal: the focus stays inside, Escape closes, and the opener gets the focus back. */
export function Dialog(props: DialogProps) {
  return useEver(props.open) ? <DialogWindow {...props} /> : null;
}
