import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center rounded border border-line bg-sunken px-1.5 font-sans text-xs leading-5 text-muted">
      {children}
    </kbd>
  );
}
