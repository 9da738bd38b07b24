import type { ReactNode } from "react";

/** A phone around what it shows. */
export const PhoneFrame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full max-w-96 overflow-hidden rounded-3xl border-4 border-edge bg-surface">
    <div aria-hidden className="mx-auto my-1.5 h-1 w-14 rounded-full bg-edge" />
    {children}
  </div>
);
