import { type ComponentProps, type MouseEvent, type ReactNode, useId } from "react";
import { Link, type LinkProps } from "react-router";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonTone = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
  /** The action of this button is still running: the button says so and ignores presses. */
  busy?: boolean;
  /** Only as long as our scripts have not come: whatever else stands in the way is said, by `disabledReason`. */
  disabled?: boolean;
  /** Reason why the action is not possible now. The button stays focusable so that everybody can learn the reason. */
  disabledReason?: string | undefined;
}

export function Button({
  tone = "secondary",
  size = "md",
  icon,
  busy = false,
  disabled = false,
  disabledReason,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const blocked = busy || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button
        {...rest}
        type={type}
        disabled={disabled}
        aria-disabled={blocked || undefined}
        aria-busy={busy || undefined}
        aria-describedby={disabledReason ? reasonId : rest["aria-describedby"]}
        title={disabledReason ?? rest.title}
        onClick={press}
        className={cx(buttonClass(tone, size), className)}
      >
        {busy ? <Spinner className="size-4" /> : icon}
        {children}
      </button>
      {disabledReason && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  );
}

export interface ButtonLinkProps extends LinkProps {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
}

/** A link that looks like a button, because it navigates. */
export function ButtonLink({
  tone = "secondary",
  size = "md",
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={cx(buttonClass(tone, size), className)}>
      {icon}
      {children}
    </Link>
  );
}

export const buttonClass = (tone: ButtonTone, size: ButtonSize): string =>
  cx(
    "inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55 [&>svg]:shrink-0",
    SIZES[size],
    TONES[tone],
  );

/** Where fingers press, nothing is lower than 44 px. */
const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-7 pointer-coarse:min-h-11 gap-1.5 px-2.5 py-1 text-[0.8125rem] leading-5 [&>svg]:size-3.5",
  md: "min-h-9 pointer-coarse:min-h-11 gap-2 px-3.5 py-1.5 text-sm [&>svg]:size-4",
  lg: "min-h-11 gap-2 px-5 py-2.5 text-[0.9375rem] [&>svg]:size-4.5",
};

const TONES: Record<ButtonTone, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-edge bg-surface text-ink hover:bg-hover",
  ghost: "text-ink hover:bg-hover",
  danger: "bg-danger text-on-danger hover:bg-danger-strong",
};
