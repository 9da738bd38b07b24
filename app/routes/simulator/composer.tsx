import { CopyPlus, Eye, Mic, CircleX, Paperclip, SendHorizontal } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { canRecord } from "#app/features/voice-recorder/can-record.ts";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { LONGEST_SAID, type SimulatedChannel } from "#workers/contract/endpoints/simulator.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { LookPart } from "./look-part-lazily.ts";
import type { Look } from "#app/features/message-preview/looks.ts";
import type { SayOptions, usePhone } from "./use-phone.ts";

const AttachDialog = lazily(
  () => import("./attach-dialog.tsx"),
  (module) => module.AttachDialog,
);

const Recorder = lazily(
  () => import("./recorder.tsx"),
  (module) => module.Recorder,
);

/** Takes the person's next words, and offers what is tried often. */
export function Composer({
  channel,
  phone: { say, read, sending, reading, entries },
  look,
  saying,
  options,
  onTyping,
  onSent,
}: {
  channel: SimulatedChannel;
  phone: ReturnType<typeof usePhone>;
  look: Look;
  saying: string;
  options?: SayOptions;
  onTyping: (typing: boolean) => void;
  onSent: () => void;
}) {
  const [text, setText] = useState(saying);
  const [attaching, setAttaching] = useState(false);
  const [recording, setRecording] = useState(false);
  const [receipts, setReceipts] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const type = (next: string) => {
    setText(next);
    onTyping(next !== "");
  };
  const unread = entries?.some(({ way, status }) => way === "out" && status === "delivered") ?? false;
  useEffect(() => {
    if (receipts && unread && !reading.busy) void read();
  });
  const send = async (doubled: boolean) => {
    if (text.trim() === "" || sending.busy) return input.current?.focus();
    const said = text;
    type("");
    input.current?.focus();
    const done = await say({ kind: "text", text: said }, { ...options, doubled });
    if (done) onSent();
    // Words that could not be said are there to be tried again, unless others were typed meanwhile.
    else setText((now) => now || said);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send(false);
  };
  const record = useRef<HTMLButtonElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    // After a recording the focus is where it began.
    if (closed.current && !recording) record.current?.focus();
    closed.current = recording;
  }, [recording]);
  if (recording) {
    return (
      <Recorder
        channelId={channel.id}
        say={(body) => say(body, options)}
        sending={sending.busy}
        onClose={(sent) => {
          setRecording(false);
          if (sent) onSent();
        }}
      />
    );
  }
  return (
    <div className="grid gap-2 border-t border-line p-3">
      <form onSubmit={onSubmit} className="flex gap-2">
        <TextInput
          ref={input}
          aria-label={texts.message}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoFocus={saying !== ""}
          maxLength={LONGEST_SAID}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        {canRecord() && simulatorCapabilities(channel.type).media.audio && (
          <IconButton
            ref={record}
            label={texts.record}
            side="top"
            icon={<Mic aria-hidden />}
            onClick={() => setRecording(true)}
          />
        )}
        <IconButton
          type="submit"
          label={texts.send}
          side="top"
          aria-disabled={sending.busy}
          icon={<SendHorizontal aria-hidden />}
        />
      </form>
      {look.counted && text !== "" && <LookPart typed={text} />}
      <div role="group" aria-label={texts.quick} className="flex flex-wrap items-center gap-1.5">
        <Button size="sm" icon={<Paperclip aria-hidden />} onClick={() => setAttaching(true)}>
          {texts.attach}
        </Button>
        <Button
          size="sm"
          icon={<CircleX aria-hidden />}
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
        <Button size="sm" icon={<Eye aria-hidden />} onClick={() => void read()}>
          {texts.markRead}
        </Button>
        <Checkbox label={texts.receipts} checked={receipts} onChange={setReceipts} />
      </div>
      {attaching && (
        <AttachDialog
          {...{ channel, sending }}
          say={(body) => say(body, options)}
          onClose={() => {
            setAttaching(false);
            onSent();
          }}
        />
      )}
    </div>
  );
}
