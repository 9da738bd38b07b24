import { type ReactNode, useId } from "react";
import { Card } from "#app/components/ui/card.tsx";

/** A titled part of the details. */
export function DetailCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Card>
        <h2 id={id} className="mb-3 text-base font-semibold">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}

/** Terms with their values, one below the other where there is no room. */
export function Terms({ rows }: { rows: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-2.5">
      {rows.map(([term, value]) => (
        <div key={term} className="grid gap-x-6 sm:grid-cols-[10rem_1fr]">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
