import type { ReactNode } from "react";

export const Small = ({ children }: { children: ReactNode }) =>
  children ? <p className="text-xs text-(--bubble-muted)">{children}</p> : null;
