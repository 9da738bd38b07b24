import { useId, useState } from "react";

/** Content that a small window hides behind a button; larger windows show it always. */
export function useFold() {
  const [open, setOpen] = useState(false);
  const id = useId();
  return {
    opener: { "aria-expanded": open, "aria-controls": id, onClick: () => setOpen(!open) },
    content: { id, className: open ? undefined : "max-sm:hidden" },
  };
}
