import { type ComponentType, useEffect, useState } from "react";
import { loadPart } from "#app/lib/load-part.ts";
import { whenSomebodyActs } from "#app/lib/somebody-acts.ts";

/** The banner of a newer build comes with the first act on the page: a first visit has no older one. */
export function UpdateNotice() {
  const [Banner, setBanner] = useState<ComponentType>();
  useEffect(() => {
    whenSomebodyActs(() => {
      // Without it the page goes on as it is.
      loadPart(() => import("./update-banner.tsx")).then(
        ({ UpdateBanner }) => setBanner(() => UpdateBanner),
        () => undefined,
      );
    });
  }, []);
  return Banner ? <Banner /> : null;
}
