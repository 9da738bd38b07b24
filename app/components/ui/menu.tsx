import { cloneElement, useState } from "react";
import { lazily } from "./lazily.tsx";
import type { MenuProps, Opening } from "./menu-entry.ts";

const UsedMenu = lazily(
  () => import("./used-menu.tsx"),
  (module) => module.UsedMenu,
  ({ button }) => button,
);

/**
 * Commands or links under a button. Arrow keys, Home, End and typing move; Escape closes.
 *
 * It is a plain button until it is first used: what makes it a menu costs far more to draw than the button, and a list has
 * one in each row.
 */
export function Menu(props: MenuProps) {
  const [opening, setOpening] = useState<Opening>();
  if (opening !== undefined)
    return <UsedMenu {...props} opening={opening} onClose={() => setOpening(undefined)} />;
  const { onClick, onKeyDown } = props.button.props;
  return cloneElement(props.button, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: (event) => {
      onClick?.(event);
      // Keys press without a pointer.
      setOpening(event.detail === 0 ? "ArrowDown" : "press");
    },
    onKeyDown: (event) => {
      onKeyDown?.(event);
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      event.stopPropagation();
      setOpening(event.key);
    },
  });
}
