import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export function Card({ children, className }: { children?: ReactNode; className?: string }) {
  return (
    <div className={cx("rounded-xl border border-line bg-surface shadow-card", className ?? "p-5")}>
      {children}
    </div>
  );
}
