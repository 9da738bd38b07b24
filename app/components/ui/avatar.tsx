import { useState } from "react";
import { cx } from "./cx.ts";

export interface AvatarProps {
  name: string;
  picture?: string | null;
  size?: "xs" | "sm" | "md" | "lg" | "xl";
}

/** The picture, or the initials if there is none or it is broken. The name is shown beside it as text. */
export function Avatar({ name, picture, size = "md" }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <span
      aria-hidden
      className={cx(
        "inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-soft font-semibold",
        "text-accent-ink select-none",
        SIZES[size],
      )}
    >
      {picture && picture !== broken ? (
        <img src={picture} alt="" className="size-full object-cover" onError={() => setBroken(picture)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

const SIZES = {
  xs: "size-5 text-[0.5625rem]",
  sm: "size-6 text-[0.625rem]",
  md: "size-8 text-xs",
  lg: "size-12 text-base",
  xl: "size-20 text-2xl",
};

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? "")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}
