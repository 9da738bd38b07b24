import { Link } from "react-router";
import { formatCount } from "#app/lib/format.ts";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";

/** A figure that opens the people whom it counts; nought, and one without an address, is a number alone. */
export function PeopleLink({
  count,
  what,
  of,
  to,
}: {
  count: number;
  what: string;
  /** The step, milestone or report that it is a figure of. */
  of: string;
  to: string | undefined;
}) {
  const shown = formatCount(count);
  if (count === 0 || to === undefined) return shown;
  return (
    <Link
      to={to}
      aria-label={texts.open(shown, what, of)}
      className="finger inline-block min-h-6 min-w-6 rounded text-accent-ink underline-offset-2 hover:underline"
    >
      {shown}
    </Link>
  );
}
