import { ExternalLink, Lock } from "lucide-react";
import { useState } from "react";
import { EmbeddedFrame } from "#app/components/frame/embedded-frame.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { framesTexts } from "#texts/frames.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { showOwnDashboard } from "#workers/contract/endpoints/own-dashboards.ts";

type Shown = ReplyOf<typeof showOwnDashboard>["pages"][number];
interface Days {
  fromDate: string;
  toDate: string;
}

const LEAST_HEIGHT = 480;
const MOST_HEIGHT = 20_000;

/** Pages of the deployment's analytics host; each is told the days that are chosen, as the frames of bots' analytics are. */
export function OwnPages({ pages, days }: { pages: readonly Shown[]; days: Days }) {
  return pages.map((page) =>
    page.isAllowed ? (
      <FramedPage key={page.id} page={page} days={days} />
    ) : (
      <Card key={page.id} className="mt-4 flex items-start gap-2 p-4 text-muted">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p className="min-w-0">
          <span className="block font-medium text-ink [overflow-wrap:anywhere]">{page.title}</span>
          {texts.pageGone}
        </p>
      </Card>
    ),
  );
}

function FramedPage({ page: { title, address }, days: { fromDate, toDate } }: { page: Shown; days: Days }) {
  const [height, setHeight] = useState(LEAST_HEIGHT);
  const url = new URL(address);
  url.searchParams.set("startDate", fromDate);
  url.searchParams.set("endDate", toDate);
  const newTab = (
    <a href={url.href} target="_blank" rel="noreferrer" className={buttonClass("secondary", "sm")}>
      <ExternalLink aria-hidden />
      {framesTexts.newTab}
    </a>
  );
  return (
    <section className="mt-4 min-w-0" aria-label={title}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold [overflow-wrap:anywhere]">{title}</h2>
        {newTab}
      </div>
      <EmbeddedFrame
        title={title}
        url={url}
        height={height}
        newTab={newTab}
        onSay={(message) => {
          if (message.type === "height")
            setHeight(Math.min(Math.max(message.height, LEAST_HEIGHT), MOST_HEIGHT));
        }}
      />
    </section>
  );
}
