import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { titleOf } from "#app/lib/title.ts";
import { widgetDemoTexts as texts } from "#texts/widget-demo.ts";
import { widgetDemo } from "#workers/contract/endpoints/widget.ts";

export const meta = () => titleOf(texts.title);

/** An invented shop that embeds a web channel's widget, as a website would: `?channel=` says which. */
export default function WidgetDemo() {
  const [search] = useSearchParams();
  const wanted = search.get("channel");
  const { answer, failure, reload } = useQueryOf(widgetDemo, undefined, { enabled: wanted === null });
  const channelId = wanted ?? answer?.channelId;
  useEffect(() => {
    if (!channelId) return;
    const script = document.createElement("script");
    script.src = "/widget.js";
    script.async = true;
    script.dataset["channel"] = channelId;
    document.body.appendChild(script);
  }, [channelId]);
  return (
    <div className="mx-auto grid min-h-dvh max-w-5xl grid-cols-1 content-start gap-8 px-5 py-8 sm:px-10">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-lg font-semibold">{texts.shop}</p>
        {/* A page of its own: the widget must not go along into the console. */}
        <a
          href="/login"
          className="inline-block min-h-6 rounded text-accent-ink underline underline-offset-2"
        >
          {texts.toConsole}
        </a>
      </header>
      <main id="main" tabIndex={-1} className="grid grid-cols-1 gap-6">
        <div>
          <h1 tabIndex={-1} className="text-3xl font-semibold tracking-tight">
            {texts.shop}
          </h1>
          <p className="mt-2 max-w-prose text-muted">{texts.lead}</p>
        </div>
        {failure && <ErrorState text={failure.message} requestId={failure.requestId} onRetry={reload} />}
        {channelId === "" && (
          <Banner kind="info">
            <strong>{texts.none}.</strong> {texts.noneText}
          </Banner>
        )}
        <section aria-labelledby="products">
          <h2 id="products" className="mb-3 text-xl font-semibold">
            {texts.products}
          </h2>
          <ul className="grid gap-4 sm:grid-cols-3">
            {texts.items.map(({ name, price, text }) => (
              <li key={name}>
                <Card>
                  <h3 className="font-semibold">{name}</h3>
                  <p className="mt-1">{text}</p>
                  <p className="mt-2 font-semibold tabular-nums">{price}</p>
                </Card>
              </li>
            ))}
          </ul>
        </section>
        <p>{texts.ask}</p>
      </main>
    </div>
  );
}
