import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { StartLink } from "#app/features/automation-instances/start-link.tsx";
import { publishTexts as texts } from "#texts/publish.ts";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import type { BeginLink } from "./link-words.ts";

/** The links and QR codes by which people send what begins a journey on a WhatsApp number. */
export function BeginLinks({ channel, links }: { channel: string; links: readonly BeginLink[] }) {
  const [open, setOpen] = useState(false);
  if (links.length === 0) return null;
  return (
    <div className="my-1">
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-label={texts.on(texts.links, channel)}
        onClick={() => setOpen(true)}
      >
        {texts.links}
      </Button>
      {open && (
        <SidePanel open onClose={() => setOpen(false)} title={texts.on(texts.links, channel)}>
          <ul className="grid gap-6">
            {links.map(({ word, url }) => (
              <li key={word} className="grid justify-items-start gap-3">
                <h3 className="font-semibold [overflow-wrap:anywhere]">“{word}”</h3>
                <StartLink {...{ word, url }} />
              </li>
            ))}
          </ul>
        </SidePanel>
      )}
    </div>
  );
}
