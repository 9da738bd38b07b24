import type { ReactNode } from "react";
import { Compared } from "#app/features/compared/compared.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { formatSeconds } from "#app/lib/format.ts";
import { chatAnalyticsTexts as texts } from "#texts/chat-analytics.ts";
import { chatRatingTexts as ratingTexts } from "#texts/chat-rating.ts";
import type { Unit } from "#workers/contract/dashboards.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { chatAnalytics } from "#workers/contract/endpoints/chat-analytics.ts";
import { Average, Opens, type OpensOf, Rating } from "./opens.tsx";

type Total = ReplyOf<typeof chatAnalytics>["total"];
interface Figure {
  name: string;
  shown: ReactNode;
  unit: Unit;
  isBad?: true;
  /** Null: there is nothing that it could be an average of. */
  of: (total: Total) => number | null;
}

const averageOf = (count: number, value: number): number | null => (count === 0 ? null : value);

/** Totals of all chats of the time, each figure beside that of as much time before. */
export function Totals({ total, before, opensOf }: { total: Total; before: Total; opensOf: OpensOf }) {
  const figures: Figure[] = [
    {
      name: texts.started,
      shown: <Opens to={opensOf({ begun: "any" })} count={total.started} />,
      unit: "count",
      of: ({ started }) => started,
    },
    {
      name: texts.firstResponse,
      shown: (
        <Average
          seconds={total.firstResponseSeconds}
          count={total.firstResponses}
          to={opensOf({ begun: "answered" })}
        />
      ),
      unit: "seconds",
      isBad: true,
      of: ({ firstResponses, firstResponseSeconds }) => averageOf(firstResponses, firstResponseSeconds),
    },
    {
      name: texts.closed,
      shown: <Opens to={opensOf({ end: "closed" })} count={total.closed} />,
      unit: "count",
      of: ({ closed }) => closed,
    },
    {
      name: texts.missed,
      shown: <Opens to={opensOf({ end: "missed" })} count={total.missed} />,
      unit: "count",
      isBad: true,
      of: ({ missed }) => missed,
    },
    {
      name: texts.pickup,
      shown: total.attended === 0 ? texts.nothing : formatSeconds(total.pickupSeconds),
      unit: "seconds",
      isBad: true,
      of: ({ attended, pickupSeconds }) => averageOf(attended, pickupSeconds),
    },
    {
      name: texts.duration,
      shown: <Average seconds={total.durationSeconds} count={total.closed} to={opensOf({ end: "closed" })} />,
      unit: "seconds",
      isBad: true,
      of: ({ closed, durationSeconds }) => averageOf(closed, durationSeconds),
    },
    {
      name: ratingTexts.rating,
      shown: <Rating of={total} to={opensOf({ rating: "any" })} />,
      unit: "rating",
      of: ({ rating }) => rating,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-7">
      {figures.map(({ name, shown, of, ...kind }) => (
        <Card key={name} className="p-4">
          <dt className="text-muted">{name}</dt>
          <dd>
            <span className="text-2xl font-semibold tabular-nums">{shown}</span>
            <span className="block text-[0.8125rem] text-muted">
              <Compared {...kind} value={of(total)} before={of(before)} />
            </span>
          </dd>
        </Card>
      ))}
    </dl>
  );
}
