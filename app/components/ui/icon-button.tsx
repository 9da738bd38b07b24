import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";
import { Tooltip, type TooltipSide } from "./tooltip.tsx";

const SHAPE = "inline-flex shrink-0 items-center justify-center rounded-md text-muted transition-colors";
const PLAIN = "hover:bg-hover hover:text-ink";
const SMALL = "size-7 [&>svg]:size-4";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  /** The accessible name, also shown as the tooltip. In a row it includes the row: "Delete Asha". */
  label: string;
  icon: ReactNode;
  size?: "sm" | "md";
  side?: TooltipSide;
  tone?: "plain" | "danger";
}

export function IconButton({
  label,
  icon,
  size = "md",
  side = "bottom",
  tone = "plain",
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} side={side}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={cx(
          SHAPE,
          "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55",
          tone === "danger" ? "hover:bg-danger-soft hover:text-danger-ink" : PLAIN,
          size === "sm" ? SMALL : "size-9 [&>svg]:size-4.5",
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}

/** The same for what opens another screen: it can be opened in a tab of its own. */
export function IconLink({
  label,
  icon,
  ...rest
}: Omit<ComponentProps<typeof Link>, "children" | "className" | "aria-label"> &
  Pick<IconButtonProps, "label" | "icon">) {
  return (
    <Tooltip text={label}>
      <Link {...rest} aria-label={label} className={cx(SHAPE, PLAIN, SMALL)}>
        {icon}
      </Link>
    </Tooltip>
  );
}
