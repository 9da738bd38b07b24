import { Link } from "react-router";
import { Card } from "#app/components/ui/card.tsx";
import { formatCount } from "#app/lib/format.ts";

/** A number that leads to what it counts. */
export function Tile({
  label,
  count,
  to,
  isBad = false,
}: {
  label: string;
  count: number;
  /** Undefined where one may not see what it counts. */
  to: string | undefined;
  isBad?: boolean;
}) {
  const figure = (
    <>
      <span
        className={
          isBad
            ? "block text-2xl font-semibold text-danger-ink tabular-nums"
            : "block text-2xl font-semibold tabular-nums"
        }
      >
        {formatCount(count)}
      </span>
      <span className="block text-muted">{label}</span>
    </>
  );
  return (
    <li className="min-w-0">
      <Card className="h-full">
        {to === undefined ? (
          <p className="p-4">{figure}</p>
        ) : (
          <Link to={to} preventScrollReset className="block h-full rounded-[inherit] p-4 hover:bg-hover">
            {figure}
          </Link>
        )}
      </Card>
    </li>
  );
}
