import { LifeBuoy } from "lucide-react";
import { useState } from "react";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import * as messages from "#app/messages.ts";

/** At the same place on every screen, for enterprises that have the community. */
export function HelpTab() {
  const [open, setOpen] = useState(false);
  const shell = messages.shell;
  const soon = <p className="py-6 text-center text-muted">{shell.comingSoon}</p>;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="fixed right-4 bottom-4 z-10 flex min-h-9 items-center gap-2 rounded-full bg-accent px-4 font-medium text-on-accent shadow-pop hover:bg-accent-strong"
      >
        <LifeBuoy aria-hidden className="size-4" />
        {shell.help}
      </button>
      <SidePanel title={shell.help} open={open} onClose={() => setOpen(false)}>
        <Tabs
          label={shell.help}
          items={[
            { id: "help", label: shell.helpTab, content: soon },
            { id: "videos", label: shell.videosTab, content: soon },
          ]}
        />
      </SidePanel>
    </>
  );
}
