import { Settings } from "lucide-react";
import { useState } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { can, useSession } from "#app/session/session.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import type { SpeechSettings } from "#workers/contract/endpoints/speech.ts";

const SettingsDialog = lazily(
  () => import("./settings-dialog.tsx"),
  (module) => module.SettingsDialog,
);

/** Opens who speaks and transcribes; nothing for those who may not choose it. */
export function SettingsButton({ settings }: { settings: SpeechSettings }) {
  const [isOpen, setOpen] = useState(false);
  const { profile } = useSession();
  if (!can(profile, ["INTEGRATIONS.EDIT"])) return null;
  return (
    <>
      <Button icon={<Settings aria-hidden />} onClick={() => setOpen(true)}>
        {texts.settings}
      </Button>
      {isOpen && <SettingsDialog settings={settings} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Says that nobody speaks for the enterprise yet, and who can change that. */
export function NoProvider({ settings }: { settings: SpeechSettings }) {
  const { profile } = useSession();
  if (settings.isReady) return null;
  return (
    <Banner kind="info" title={texts.noProvider} className="mb-5">
      <p>{can(profile, ["INTEGRATIONS.EDIT"]) ? texts.noProviderText : texts.noProviderAsk}</p>
    </Banner>
  );
}
