import { CopyPlus, Eye, Image, OctagonX, SendHorizontal } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { LONGEST_SAID } from "#workers/contract/endpoints/simulator.ts";
import { PictureDialog } from "./picture-dialog.tsx";
import type { usePhone } from "./use-phone.ts";

/** What the person says next, and what is tried often. */
export function Composer({ phone: { say, read, sending } }: { phone: ReturnType<typeof usePhone> }) {
  const [text, setText] = useState("");
  const [picture, setPicture] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const send = async (doubled: boolean) => {
    if (text.trim() === "" || sending.busy) return input.current?.focus();
    const said = text;
    setText("");
    input.current?.focus();
    const done = await say({ kind: "text", text: said }, { doubled });
    // What could not be said is there to be tried again, unless something else was typed meanwhile.
    if (!done) setText((now) => now || said);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send(false);
  };
  return (
    <div className="grid gap-2 border-t border-line p-3">
      <form onSubmit={onSubmit} className="flex gap-2">
        <TextInput
          ref={input}
          aria-label={texts.message}
          placeholder={texts.placeholder}
          autoComplete="off"
          maxLength={LONGEST_SAID}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <IconButton
          type="submit"
          label={texts.send}
          side="top"
          aria-disabled={sending.busy}
          icon={<SendHorizontal aria-hidden />}
        />
      </form>
      <div role="group" aria-label={texts.quick} className="flex flex-wrap gap-1.5">
        <Button
          size="sm"
          icon={<OctagonX aria-hidden />}
          onClick={() => void say({ kind: "text", text: texts.stopWord })}
        >
          {texts.stop}
        </Button>
        <Button
          size="sm"
          icon={<CopyPlus aria-hidden />}
          title={texts.twiceHint}
          onClick={() => void send(true)}
        >
          {texts.twice}
        </Button>
        <Button size="sm" icon={<Image aria-hidden />} onClick={() => setPicture(true)}>
          {texts.sendPicture}
        </Button>
        <Button size="sm" icon={<Eye aria-hidden />} onClick={() => void read()}>
          {texts.markRead}
        </Button>
      </div>
      {picture && <PictureDialog say={say} sending={sending} onClose={() => setPicture(false)} />}
    </div>
  );
}
