import { type ReactNode, useId } from "react";
import { Card } from "#app/components/ui/card.tsx";

/** A part of the screen under its heading. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Card className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          {/* A step list leads to it. */}
          <h2 id={id} tabIndex={-1} className="rounded font-semibold">
            {title}
          </h2>
          {aside}
        </div>
        {children}
      </Card>
    </section>
  );
}
