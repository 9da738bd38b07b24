import { type ReactNode, useEffect, useRef } from "react";

/** The heading of a step. When a step replaces another, its heading takes the focus and is read out. */
export function StageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-base font-semibold [overflow-wrap:anywhere]">
      {children}
    </h2>
  );
}
