import { Banner } from "#app/components/ui/banner.tsx";
import { stopsTexts as texts } from "#texts/stops.ts";
import type { SwitchName } from "#workers/contract/switches.ts";

/** Tells on every screen what the installation's operators have stopped, and what becomes of it meanwhile. */
export function StopsBanner({ stopped }: { stopped: readonly SwitchName[] }) {
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner kind="warning" live>
        {stopped.map((name) => (
          <p key={name}>{texts[name]}</p>
        ))}
      </Banner>
    </div>
  );
}
