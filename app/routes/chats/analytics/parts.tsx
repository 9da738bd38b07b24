import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { chatAnalyticsTexts as texts } from "#texts/chat-analytics.ts";
import { chatRatingTexts as ratingTexts } from "#texts/chat-rating.ts";
import type { EndedChats } from "#workers/contract/endpoints/chat-analytics.ts";
import { Average, Opens, type OpensOf, Rating } from "./opens.tsx";

/** Names of the lists' rows in the history's search params. */
export const FILTERS = {
  departments: "department",
  agents: "agent",
  channels: "channel",
  labels: "label",
} as const;
export type PartList = keyof typeof FILTERS;

/** Figures by something, such as the agent, each of which opens its chats. */
export function Parts({
  list,
  rows,
  opensOf,
}: {
  list: PartList;
  rows: readonly EndedChats[];
  opensOf: OpensOf;
}) {
  return (
    <section className="min-w-0">
      {rows.length === 0 ? (
        <>
          <h2 className="mb-2 font-semibold">{texts.by[list]}</h2>
          <p className="text-muted">{texts.noRows}</p>
        </>
      ) : (
        <Table caption={texts.by[list]} captionHidden={false} className="relative">
          <thead>
            <tr>
              <Th>{texts.names[list]}</Th>
              <FigureTh>{texts.started}</FigureTh>
              <FigureTh>{texts.firstResponse}</FigureTh>
              <FigureTh>{texts.closed}</FigureTh>
              <FigureTh>{texts.missed}</FigureTh>
              <FigureTh>{texts.duration}</FigureTh>
              <FigureTh>{ratingTexts.rating}</FigureTh>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, started: begun, closed, missed, durationSeconds, ...figures }) => (
              <tr key={id}>
                <RowTh>
                  <bdi>{name || texts.noDepartment}</bdi>
                </RowTh>
                <FigureTd>
                  <Opens to={opensOf({ [FILTERS[list]]: id, begun: "any" })} count={begun} />
                </FigureTd>
                <FigureTd>
                  <Average
                    seconds={figures.firstResponseSeconds}
                    count={figures.firstResponses}
                    to={opensOf({ [FILTERS[list]]: id, begun: "answered" })}
                  />
                </FigureTd>
                <FigureTd>
                  <Opens to={opensOf({ [FILTERS[list]]: id, end: "closed" })} count={closed} />
                </FigureTd>
                <FigureTd>
                  <Opens to={opensOf({ [FILTERS[list]]: id, end: "missed" })} count={missed} />
                </FigureTd>
                <FigureTd>
                  <Average
                    seconds={durationSeconds}
                    count={closed}
                    to={opensOf({ [FILTERS[list]]: id, end: "closed" })}
                  />
                </FigureTd>
                <FigureTd>
                  <Rating of={figures} to={opensOf({ [FILTERS[list]]: id, rating: "any" })} />
                </FigureTd>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
