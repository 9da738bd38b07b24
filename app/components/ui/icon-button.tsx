import { type ComponentProps, type ReactNode, useId } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";
import { Tooltip, type TooltipSide } from "./tooltip.tsx";

const SHAPE = "inline-flex shrink-0 items-center justify-center rounded-md text-muted transition-colors";
const PLAIN = "hover:bg-hover hover:text-ink";
/** A count above this is not said to the letter. */
const MOST_SHOWN = 99;
const SMALL = "size-7 pointer-coarse:size-11 [&>svg]:size-4";

export interface IconButtonProps extends Omit<
  ComponentProps<"button">,
  "children" | "aria-label" | "disabled"
> {
  /** The accessible name, also shown as the tooltip. In a row it includes the row: "Delete Asha". */
  label: string;
  icon: ReactNode;
  /** A key that does the same, named in the tooltip; empty where there is none. */
  shortcut?: string;
  size?: "sm" | "md";
  side?: TooltipSide;
  tone?: "plain" | "danger";
  /** Reason why the action is not possible now. The button stays focusable so that everybody can learn the reason. */
  disabledReason?: string | undefined;
  /** Shown in its corner, where it is not 0; the label says it too. */
  count?: number;
}

export function IconButton({
  label,
  icon,
  shortcut = "",
  size = "md",
  side = "bottom",
  tone = "plain",
  count = 0,
  disabledReason,
  className,
  type = "button",
  onClick,
  ...rest
}: IconButtonProps) {
  const reasonId = useId();
  const named = shortcut ? `${label} (${shortcut})` : label;
  const isBlocked = disabledReason !== undefined;
  // In one place whether there is a reason or not: the button that gets one keeps the focus.
  return (
    <>
      <Tooltip text={isBlocked ? `${named}. ${disabledReason}` : named} side={side}>
        <button
          {...rest}
          type={type}
          {...(isBlocked && { "aria-disabled": true, "aria-describedby": reasonId })}
          onClick={(event) => (isBlocked ? event.preventDefault() : onClick?.(event))}
          aria-label={label}
          aria-keyshortcuts={shortcut.length === 1 ? shortcut : undefined}
          className={cx(
            SHAPE,
            "aria-disabled:opacity-55",
            tone === "danger" ? "hover:bg-danger-soft hover:text-danger-ink" : PLAIN,
            size === "sm" ? SMALL : "size-9 pointer-coarse:size-11 [&>svg]:size-4.5",
            count > 0 && "relative",
            className,
          )}
        >
          {icon}
          {count > 0 && (
            <span
              aria-hidden
              className="absolute top-0.5 right-0.5 flex h-4 pointer-coarse:top-1.5 pointer-coarse:right-1.5 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.625rem] font-bold text-on-accent"
            >
              {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
            </span>
          )}
        </button>
      </Tooltip>
      {isBlocked && (
        <span hidden id={reasonId}>
          {disabledReason}
        </span>
      )}
    </>
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
