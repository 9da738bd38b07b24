import { createContext, type ReactNode, useContext, useId } from "react";
import { uiTexts } from "#texts/ui.ts";
import { useHeldStill } from "#app/lib/holding-still.ts";
import { cx } from "./cx.ts";

interface FieldState {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldState | null>(null);

export interface FieldProps {
  label: ReactNode;
  /** The id of the control, for error summaries; generated when absent. */
  id?: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  labelHidden?: boolean;
  /** Where there is no room for it; it still is said. */
  hintHidden?: boolean;
  className?: string;
  children: ReactNode;
}

/** A labelled control: label, hint and error are associated with whichever control of this folder is inside. */
export function Field({
  label,
  id,
  hint,
  error: found,
  required = false,
  labelHidden = false,
  hintHidden = false,
  className,
  children,
}: FieldProps) {
  const error = useHeldStill(found);
  const own = useId();
  const controlId = id ?? own;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const state: FieldState = {
    id: controlId,
    describedBy: cx(hint !== undefined && hintId, error && errorId) || undefined,
    invalid: Boolean(error),
    required,
  };
  return (
    <div className={cx("grid content-start gap-1", className)}>
      <label htmlFor={controlId} className={labelHidden ? "sr-only" : "font-medium"}>
        {label}
        {required && " "}
        {required && <span className="ml-0.5 text-xs font-normal text-muted">({uiTexts.required})</span>}
      </label>
      {hint !== undefined && (
        <div id={hintId} className={hintHidden ? "sr-only" : "text-[0.8125rem] text-muted"}>
          {hint}
        </div>
      )}
      <FieldContext value={state}>{children}</FieldContext>
      {error && (
        <p id={errorId} className="text-[0.8125rem] font-medium text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}

/** Attributes that a control takes from the field around it. Outside a field it names itself with aria-label. */
export function useFieldControl(): {
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  "aria-required"?: true | undefined;
} {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
  };
}

/** Shared styles of text inputs. */
export const controlClass = cx(
  "w-full min-w-0 rounded-md border border-edge bg-surface px-3 text-ink transition-colors pointer-coarse:min-h-11",
  "hover:border-muted aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger",
  "focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent",
  "[&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted",
);
