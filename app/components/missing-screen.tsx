import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import type { LoadScreen } from "#app/lib/screen-modules.ts";
import { titleOf } from "#app/lib/title.ts";
import { shellTexts } from "#texts/shell.ts";
import { ErrorPage } from "./error-page.tsx";

/** Stands for the module of a screen whose file could not be loaded. */
export function missingScreen(reason: unknown, load: LoadScreen): object {
  let first: unknown = reason;
  function MissingScreen() {
    const { key } = useLocation();
    const [failed, setFailed] = useState<{ key: string; error: unknown } | undefined>(
      first === undefined ? undefined : { key, error: first },
    );
    useEffect(() => {
      first = undefined;
    }, []);
    const shown = failed?.key === key;
    useEffect(() => {
      if (shown) return;
      // The router keeps this module for the screen's, so what can be loaded by now comes with a reload.
      load().then(
        () => location.reload(),
        (again: unknown) => setFailed({ key, error: again }),
      );
    }, [key, shown]);
    if (!shown) return <BusyLine />;
    return <ErrorPage error={failed.error} home={{ to: "/dashboard", label: shellTexts.backToDashboard }} />;
  }
  return {
    default: MissingScreen,
    meta: () => titleOf(shellTexts.brokenTitle),
    clientLoader: () => null,
    clientAction: () => null,
    clientMiddleware: [],
  };
}
