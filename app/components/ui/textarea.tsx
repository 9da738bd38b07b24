import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { controlClass, useFieldControl } from "./field.tsx";

/** Grows with its text where the browser can, up to a third of the window. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...useFieldControl()}
      {...rest}
      rows={rows}
      className={cx(controlClass, "field-sizing-content max-h-[33dvh] min-h-16 py-2", className)}
    />
  );
}
