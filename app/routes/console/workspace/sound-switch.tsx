import { Volume2, VolumeX } from "lucide-react";
import { request } from "#app/data/api.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useSaveProfile } from "#app/kit/use-save-profile.ts";
import { chatAgentTexts as texts } from "#texts/chat-agent.ts";
import { saveAudio } from "#workers/contract/endpoints/my-profile.ts";
import type { Profile } from "#workers/contract/endpoints/profile.ts";

/** Switches the sounds of chats off and on, as in the person's profile. */
export function SoundSwitch({ profile: { audioSettings, enableChatNotification } }: { profile: Profile }) {
  const toast = useToast();
  const { busy, save } = useSaveProfile();
  const { enable } = audioSettings;
  const toggle = async () => {
    const body = { enableChatNotification, audioSettings: { ...audioSettings, enable: !enable } };
    if (!(await save(() => request(saveAudio, { body })))) toast.error(texts.soundsFailed);
  };
  return (
    <IconButton
      label={enable ? texts.mute : texts.unmute}
      aria-disabled={busy}
      icon={enable ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
      onClick={() => void (busy || toggle())}
    />
  );
}
