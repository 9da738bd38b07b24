import type { ReactNode } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { Formatted } from "#app/features/message-words/formatted.tsx";
import type { Look } from "#app/features/message-preview/looks.ts";

/** Text of a message, formatted where the messenger formats it. */
export function Words({
  text,
  look,
  strong = false,
}: {
  text: string | undefined;
  look: Look;
  strong?: boolean;
}) {
  if (!text) return null;
  return (
    <p dir="auto" className={cx("[overflow-wrap:anywhere] whitespace-pre-wrap", strong && "font-semibold")}>
      {look.formatting === "signs" ? <Formatted text={text} /> : text}
    </p>
  );
}

export const Small = ({ children }: { children: ReactNode }) =>
  children ? <p className="text-xs text-(--bubble-muted)">{children}</p> : null;
