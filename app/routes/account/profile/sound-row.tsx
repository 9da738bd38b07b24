import { Play, Square } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { profileTexts as texts } from "#texts/profile.ts";
import { playSound, type Playing } from "#app/lib/sounds.ts";
import { sounds, type AudioSettings } from "#workers/contract/endpoints/profile.ts";

type SoundSetting = AudioSettings["sounds"][number];
const REPEATS = [1, 2, 3, 5, 10];

/** The sound of one kind of event: tone, volume, repetition, and a preview. */
export function SoundRow({
  setting,
  onChange,
}: {
  setting: SoundSetting;
  onChange: (next: Partial<SoundSetting>) => void;
}) {
  const id = useId();
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const heard = useRef<Playing>(undefined);
  useEffect(() => () => heard.current?.stop(), []);
  const what = texts.soundTypes[setting.type];

  const toggle = () => {
    if (playing) return heard.current?.stop();
    setFailed(false);
    try {
      const now = playSound(setting.sound, setting);
      heard.current = now;
      setPlaying(true);
      void now.ended.then(() => setPlaying(false));
    } catch {
      setFailed(true);
    }
  };
  const times = REPEATS.includes(setting.repeat) ? REPEATS : [...REPEATS, setting.repeat];

  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3 rounded-lg border border-line px-3 pt-1 pb-3">
      <legend className="px-1 font-medium">{what}</legend>
      <div className="flex items-end gap-2">
        <Field label={texts.sound} className="min-w-0 flex-1">
          <Select
            value={setting.sound}
            options={sounds.map((value) => ({ value, label: value }))}
            onChange={(sound) => onChange({ sound })}
          />
        </Field>
        <IconButton
          label={playing ? texts.stop(what) : texts.play(what)}
          icon={playing ? <Square aria-hidden /> : <Play aria-hidden />}
          onClick={toggle}
        />
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <div className="grid content-start gap-1">
          <label htmlFor={id} className="font-medium">
            {texts.volume}
          </label>
          <div className="flex min-h-9 items-center gap-2">
            <input
              id={id}
              type="range"
              min={0}
              max={100}
              step={5}
              value={setting.volume}
              aria-valuetext={texts.volumeOf(setting.volume)}
              onChange={(event) => onChange({ volume: Number(event.target.value) })}
              className="min-h-6 min-w-0 flex-1 accent-accent"
            />
            <output htmlFor={id} className="w-12 text-right text-muted tabular-nums">
              {texts.volumeOf(setting.volume)}
            </output>
          </div>
        </div>
        <Field label={texts.repeat}>
          <Select
            value={String(setting.repeat)}
            options={times.map((value) => ({ value: String(value), label: texts.repeatTimes(value) }))}
            onChange={(value) => onChange({ repeat: Number(value) })}
          />
        </Field>
      </div>
      {failed && (
        <p role="alert" className="text-[0.8125rem] font-medium text-danger-ink">
          {texts.soundFailed}
        </p>
      )}
    </fieldset>
  );
}
