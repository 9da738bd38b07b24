import { lazily } from "#app/components/ui/lazily.tsx";

/** The list of keys; it comes when it is first opened. */
export const Shortcuts = lazily(
  () => import("./shortcuts-window.tsx"),
  (module) => module.ShortcutsWindow,
);
