import { type FormEvent, useState } from "react";
import { request } from "#app/data/api.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { profileTexts as texts } from "#texts/profile.ts";
import { saveAudio, usualAudio, type MyProfile } from "#workers/contract/endpoints/my-profile.ts";
import type { AudioSettings } from "#workers/contract/endpoints/profile.ts";
import { NotificationPermission, usePermission } from "./notification-permission.tsx";
import { PushSetting } from "./push-setting.tsx";
import { SoundRow } from "./sound-row.tsx";
import { useSaveProfile } from "#app/kit/use-save-profile.ts";

type SoundSetting = AudioSettings["sounds"][number];

/** Sounds and notifications for messages from customers. */
export function SoundsCard({ profile }: { profile: MyProfile }) {
  const saving = useSaveProfile();
  const [audio, setAudio] = useState(() => complete(profile.audioSettings));
  const [notify, setNotify] = useState(profile.enableChatNotification);
  const [permission, readPermission] = usePermission();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const body = { enableChatNotification: notify, audioSettings: audio };
    void saving.save(() => request(saveAudio, { body }));
  };
  const change = (type: SoundSetting["type"], next: Partial<SoundSetting>) =>
    setAudio((now) => ({
      ...now,
      sounds: now.sounds.map((each) => (each.type === type ? { ...each, ...next } : each)),
    }));

  return (
    <Card>
      <h2 className="font-semibold">{texts.sounds}</h2>
      <p className="mt-1 mb-3 text-muted">{texts.soundsHint}</p>
      <form onSubmit={save} className="grid grid-cols-1 gap-4">
        <Checkbox
          label={texts.soundsOn}
          hint={texts.soundsOnHint}
          checked={audio.enable}
          onChange={(enable) => setAudio({ ...audio, enable })}
        />
        {audio.sounds.map((each) => (
          <SoundRow key={each.type} setting={each} onChange={(next) => change(each.type, next)} />
        ))}
        <Checkbox
          label={texts.notifications}
          hint={texts.notificationsHint}
          checked={notify}
          onChange={setNotify}
        />
        <NotificationPermission state={permission} onAsked={readPermission} />
        <Failure text={saving.failure} />
        <Button type="submit" tone="primary" busy={saving.busy} className="justify-self-start">
          {texts.save}
        </Button>
      </form>
      <div className="mt-4 border-t border-line pt-4 empty:hidden">
        <PushSetting permission={permission} notified={profile.enableChatNotification} />
      </div>
    </Card>
  );
}

/** Returns one sound for each kind of event, regardless of the stored value. */
const complete = ({ enable, sounds }: AudioSettings): AudioSettings => ({
  enable,
  sounds: usualAudio.sounds.map((usual) => sounds.find(({ type }) => type === usual.type) ?? usual),
});
