import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Tooltip, type TooltipSide } from "./tooltip.tsx";

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
          "inline-flex shrink-0 items-center justify-center rounded-md text-muted transition-colors",
          "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55",
          tone === "danger" ? "hover:bg-danger-soft hover:text-danger-ink" : "hover:bg-hover hover:text-ink",
          size === "sm" ? "size-7 [&>svg]:size-4" : "size-9 [&>svg]:size-4.5",
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
