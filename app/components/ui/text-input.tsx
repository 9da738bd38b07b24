import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { controlClass, useFieldControl } from "./field.tsx";

export type TextInputProps = ComponentProps<"input">;

export function TextInput({ className, type = "text", ...rest }: TextInputProps) {
  return (
    <input {...useFieldControl()} {...rest} type={type} className={cx(controlClass, "min-h-9", className)} />
  );
}
