import { CircleX } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { FilePicker } from "#app/components/upload/file-picker.tsx";
import { MediaPicker } from "#app/features/library/media-picker.tsx";
import { useSession } from "#app/session/session.ts";
import { libraryTexts } from "#texts/library.ts";
import { richCardsTexts as texts } from "#texts/rich-cards.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { RICH_CARD, type RichButton, richButtonKinds, type RichCard } from "#workers/contract/rich-card.ts";
import { idOf, newRichButton } from "./rich-card-draft.ts";

interface Fields {
  fixed: boolean;
  problemAt: (place: string) => string | undefined;
  leave: (place: string) => void;
}

const KINDS = richButtonKinds.map((value) => ({ value, label: texts.buttonKinds[value] }));

/** One card: its picture, its words and its buttons. */
export function RichCardFields({
  card,
  at,
  onChange,
  onRemove,
  ...fields
}: Fields & {
  card: RichCard;
  at: number;
  onChange: (part: Partial<RichCard>) => void;
  onRemove: (() => void) | undefined;
}) {
  const { fixed, problemAt, leave } = fields;
  const place = `content.cards.${at}`;
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-4">
      <legend className="flex items-center gap-1 px-1 font-semibold">
        {texts.cardOf(at + 1)}
        {!fixed && onRemove && (
          <IconButton
            size="sm"
            tone="danger"
            label={texts.removeCard(at + 1)}
            icon={<CircleX aria-hidden />}
            onClick={onRemove}
          />
        )}
      </legend>
      <Picture {...{ card, place, fixed, problemAt, onChange }} />
      <Field id={idOf(`${place}.title`)} label={texts.cardTitle} error={problemAt(`${place}.title`)}>
        <TextInput
          dir="auto"
          value={card.title}
          maxLength={RICH_CARD.title}
          readOnly={fixed}
          onChange={(event) => onChange({ title: event.target.value })}
          onBlur={() => leave(`${place}.title`)}
        />
      </Field>
      <Field id={idOf(`${place}.text`)} label={texts.cardText} error={problemAt(`${place}.text`)}>
        <Textarea
          dir="auto"
          value={card.text}
          readOnly={fixed}
          onChange={(event) => onChange({ text: event.target.value })}
          onBlur={() => leave(`${place}.text`)}
        />
      </Field>
      <Buttons
        {...fields}
        {...{ place }}
        buttons={card.buttons}
        onChange={(buttons) => onChange({ buttons })}
      />
    </fieldset>
  );
}

function Picture({
  card: { medium },
  place,
  fixed,
  problemAt,
  onChange,
}: Pick<Fields, "fixed" | "problemAt"> & {
  card: RichCard;
  place: string;
  onChange: (part: Partial<RichCard>) => void;
}) {
  const { profile } = useSession();
  const [picking, setPicking] = useState(false);
  const take = ({
    id,
    name,
    mediaType,
    bytes,
  }: {
    id: string;
    name: string;
    mediaType: string;
    bytes: number;
  }) => onChange({ medium: { fileId: id, name, mime: mediaType, bytes } });
  const problem = problemAt(`${place}.medium`);
  return (
    <div id={idOf(`${place}.medium`)} tabIndex={-1} className="grid gap-1.5">
      <p className="font-medium">{texts.picture}</p>
      <p className="text-[0.8125rem] text-muted">{texts.pictureHint}</p>
      {medium && (
        <p className="flex items-center gap-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">{medium.name}</span>
          {!fixed && (
            <IconButton
              size="sm"
              label={texts.removePicture}
              icon={<CircleX aria-hidden />}
              onClick={() => onChange({ medium: null })}
            />
          )}
        </p>
      )}
      {!fixed && profile.artifactsEnabled && (
        <Button className="justify-self-start" size="sm" onClick={() => setPicking(true)}>
          {libraryTexts.picker.open}
        </Button>
      )}
      {picking && (
        <MediaPicker
          mark="IMAGE"
          channelType={channelTypes.rcs}
          onClose={() => setPicking(false)}
          onPick={take}
        />
      )}
      {!fixed && (
        <FilePicker
          use="media"
          label={medium ? texts.otherPicture : texts.choosePicture}
          limitsShown={false}
          onUploaded={take}
        />
      )}
      {problem && <p className="text-[0.8125rem] font-medium text-danger-ink">{problem}</p>}
    </div>
  );
}

function Buttons({
  buttons,
  place,
  fixed,
  problemAt,
  leave,
  onChange,
}: Fields & {
  buttons: readonly RichButton[];
  place: string;
  onChange: (buttons: RichButton[]) => void;
}) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{texts.buttons}</legend>
      {buttons.map((button, at) => {
        const here = `${place}.buttons.${at}`;
        const set = (part: Partial<RichButton>) => onChange(buttons.with(at, { ...button, ...part }));
        return (
          <div key={at} className="grid gap-2 rounded-md border border-line p-3">
            <div className="flex items-end gap-2">
              <Field label={texts.buttonOf(at + 1)} className="min-w-0 flex-1">
                <Select
                  value={button.kind}
                  disabled={fixed}
                  options={KINDS}
                  onChange={(kind) => set({ kind, value: "" })}
                />
              </Field>
              {!fixed && (
                <IconButton
                  tone="danger"
                  side="left"
                  label={texts.removeButton(at + 1)}
                  icon={<CircleX aria-hidden />}
                  onClick={() => onChange(buttons.toSpliced(at, 1))}
                />
              )}
            </div>
            <Field id={idOf(`${here}.label`)} label={texts.label} required error={problemAt(`${here}.label`)}>
              <TextInput
                value={button.label}
                maxLength={RICH_CARD.label}
                readOnly={fixed}
                onChange={(event) => set({ label: event.target.value })}
                onBlur={() => leave(`${here}.label`)}
              />
            </Field>
            {button.kind !== "reply" && (
              <Field
                id={idOf(`${here}.value`)}
                label={button.kind === "url" ? texts.url : texts.number}
                required
                error={problemAt(`${here}.value`)}
              >
                <TextInput
                  value={button.value}
                  readOnly={fixed}
                  onChange={(event) => set({ value: event.target.value })}
                  onBlur={() => leave(`${here}.value`)}
                />
              </Field>
            )}
          </div>
        );
      })}
      {!fixed && buttons.length < RICH_CARD.buttons && (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...buttons, newRichButton()])}
        >
          {texts.addButton}
        </Button>
      )}
    </fieldset>
  );
}
