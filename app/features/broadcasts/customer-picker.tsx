import { lazily } from "#app/components/ui/lazily.tsx";

/** The dialog that picks customers; it comes when it is first opened. */
export const CustomerPicker = lazily(
  () => import("./customer-picker-window.tsx"),
  (module) => module.CustomerPickerWindow,
);
