import { useEffect, useState } from "react";
import { RefreshCw } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { shellTexts } from "#texts/shell.ts";

/** How often an open console asks, beside each time that its tab comes back into sight. */
const EVERY_MS = 10 * 60_000;

/** Says quietly that a newer build is there: when to reload is for whoever is in the middle of something to say. */
export function UpdateBanner() {
  const newer = useNewer();
  const [putOff, setPutOff] = useState("");
  if (newer === "" || newer === putOff) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-2 bg-accent-soft px-4 py-1.5"
    >
      <RefreshCw aria-hidden className="size-4 shrink-0" />
      <p className="font-medium">{shellTexts.updated}</p>
      <Button size="sm" onClick={() => location.reload()}>
        {shellTexts.updatedReload}
      </Button>
      <Button size="sm" tone="ghost" onClick={() => setPutOff(newer)}>
        {shellTexts.updatedLater}
      </Button>
    </div>
  );
}

/** The build that is served now, if it is another than that of this page; else "". */
function useNewer(): string {
  const [newer, setNewer] = useState("");
  useEffect(() => {
    const own = (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version;
    const ask = async () => {
      if (own === undefined || document.visibilityState === "hidden") return;
      // A build that cannot be asked for is no newer one.
      const response = await fetch("/release.json", { cache: "no-cache" }).catch(() => null);
      const { release } = ((await response?.json().catch(() => ({}))) ?? {}) as { release?: string };
      if (release !== undefined) setNewer(release === own ? "" : release);
    };
    const asking = () => void ask();
    asking();
    const each = setInterval(asking, EVERY_MS);
    document.addEventListener("visibilitychange", asking);
    return () => {
      clearInterval(each);
      document.removeEventListener("visibilitychange", asking);
    };
  }, []);
  return newer;
}
