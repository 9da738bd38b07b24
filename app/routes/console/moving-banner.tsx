import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { Banner } from "#app/components/ui/banner.tsx";
import { forgetSession } from "#app/session/session.ts";
import { movingTexts as texts } from "#texts/moving.ts";

/** A move takes minutes: the banner goes by itself once it is over. */
const LOOK_AGAIN_MS = 15_000;

/** Tells on every screen that nothing can be changed while the enterprise's data is being moved. */
export function MovingBanner() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const looking = setInterval(() => {
      forgetSession();
      void revalidate();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(looking);
  }, [revalidate]);
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner kind="warning">
        <p>{texts.banner}</p>
      </Banner>
    </div>
  );
}
