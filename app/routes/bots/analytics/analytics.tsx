import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { type UIMatch, useMatches, useNavigate, useParams } from "react-router";
import { call } from "#app/data/api.ts";
import { EmbeddedFrame } from "#app/components/frame/embedded-frame.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { framesTexts } from "#texts/frames.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import { figuresAgeTexts } from "#texts/figures-age.ts";
import { titleOf } from "#app/lib/title.ts";
import { analyticsFrame, type AnalyticsView, analyticsViews } from "#workers/contract/endpoints/analytics.ts";
import type { Route } from "./+types/analytics.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { listStateOf, searchOf } from "../nlp-report/list-state.ts";
import { RangeSelect } from "./range-select.tsx";

/** Each view has its own route; all of them use this module. */
const viewOf = (matches: readonly (Pick<UIMatch, "id"> | undefined)[]): AnalyticsView =>
  viewNamed(matches.at(-1)?.id.replace("analytics ", ""));
const viewNamed = (name: string | undefined): AnalyticsView =>
  analyticsViews.find((view) => view === name) ?? "conversation";

export function meta({ matches }: Route.MetaArgs): ReturnType<typeof titleOf> {
  return titleOf(texts.frames[viewOf(matches)]);
}

export async function clientLoader({ params: { id }, request }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const view = viewNamed(pathname.split("/").at(-1));
  const { url } = await call(analyticsFrame, { params: { id, view }, signal: request.signal });
  return { url, listState: listStateOf(searchParams, new Date()) };
}

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.title,
  failed: texts.frameFailed,
  rows: 8,
  within: true,
});

const LEAST_HEIGHT = 480;
const MOST_HEIGHT = 20_000;

/** A bot's analytics in a frame, served by the deployment's analytics host or by our own pages. */
export default function Analytics({ loaderData: { url, listState } }: Route.ComponentProps) {
  const matches = useMatches();
  const view = viewOf(matches);
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const [height, setHeight] = useState(LEAST_HEIGHT);
  const address = new URL(url, location.origin);
  address.searchParams.set("startDate", listState.start);
  address.searchParams.set("endDate", listState.end);
  const newTab = (
    <a href={address.href} target="_blank" rel="noreferrer" className={buttonClass("secondary", "sm")}>
      <ExternalLink aria-hidden />
      {framesTexts.newTab}
    </a>
  );
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-4 px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">{texts.frames[view]}</h2>
          <p className="text-muted">{texts.leads[view]}</p>
          <p className="text-[0.8125rem] text-muted">{figuresAgeTexts.timesIn(readerZone())}</p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <RangeSelect value={listState.preset} />
          {newTab}
        </div>
      </div>
      <div>
        <EmbeddedFrame
          title={texts.frameTitle(texts.frames[view])}
          url={address}
          height={height}
          newTab={newTab}
          onSay={(message) => {
            if (message.type === "height") {
              setHeight(Math.min(Math.max(message.height, LEAST_HEIGHT), MOST_HEIGHT));
            } else if (message.type === "messages") {
              // The frame cannot choose another bot or range: only those shown are used.
              const { preset, start, end } = listState;
              const asked = listStateOf(new URLSearchParams(message.search), new Date());
              const search = searchOf({ ...asked, agent: "", tab: "messages", preset, start, end });
              void navigate(`/bots/${id}/nlp-report/overview?${search.toString()}`);
            }
          }}
        />
      </div>
    </div>
  );
}
