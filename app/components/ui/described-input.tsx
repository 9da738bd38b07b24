import type { ComponentProps } from "react";

/** An input for Headless UI's parts, which take the description of their own field alone: ours comes by another name. */
export function DescribedInput({
  describedBy,
  ...props
}: ComponentProps<"input"> & { describedBy?: string | undefined }) {
  return <input {...props} aria-describedby={describedBy} />;
}
