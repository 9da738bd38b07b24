import { useId, useState } from "react";

/** What has no room in a small window and is opened there by a button; in others it is simply there. */
export function useFold() {
  const [open, setOpen] = useState(false);
  const id = useId();
  return {
    opener: { "aria-expanded": open, "aria-controls": id, onClick: () => setOpen(!open) },
    content: { id, className: open ? undefined : "max-sm:hidden" },
  };
}
