import { useSearchParams } from "react-router";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { titleOf } from "#app/lib/title.ts";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import type { Route } from "./+types/simulated-partner.ts";

/** A press before hydration would do nothing, so the buttons appear with it. */
export const loader = (): { alive: boolean } => ({ alive: false });
export const clientLoader = async (): Promise<ReturnType<typeof loader>> => ({ alive: true });
clientLoader.hydrate = true as const;

export const meta = () => titleOf(texts.simulatedTitle);

/** Stands for the page of a partner, where its client permits it: it leads back to this product, and nowhere else. */
export default function SimulatedPartner({ loaderData: { alive } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const back = search.get("redirect_url") ?? "";
  const state = search.get("state") ?? "";
  const answer = (more: Record<string, string>) => {
    const url = new URL("/dialog360-redirect", location.origin);
    url.search = new URLSearchParams({ ...more, state }).toString();
    location.replace(url);
  };
  const isOurs = URL.canParse(back) && new URL(back).pathname === "/dialog360-redirect" && state !== "";
  return (
    <>
      <h1 tabIndex={-1} className="mb-4 text-2xl font-semibold tracking-tight">
        {texts.simulatedTitle}
      </h1>
      {isOurs ? (
        <>
          <p className="mb-4">{texts.simulatedText}</p>
          {alive && (
            <div className="flex flex-wrap gap-3">
              <Button
                tone="primary"
                onClick={() => answer({ client: newClient(), channels: '["simulated"]' })}
              >
                {texts.allow}
              </Button>
              <Button onClick={() => answer({ revoked: '["simulated"]' })}>{texts.refuse}</Button>
            </div>
          )}
        </>
      ) : (
        <Banner kind="warning">{texts.simulatedLost}</Banner>
      )}
    </>
  );
}

/** Another client each time, so that its numbers are others too. */
const newClient = (): string => `client-${crypto.randomUUID().slice(0, 8)}`;
