import { useState } from "react";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { SaidBody } from "#workers/contract/endpoints/simulator.ts";
import type { usePhone } from "./use-phone.ts";

const FORM = "simulated-attachment";
const KINDS = ["image", "voice", "video", "audio", "document", "location", "contact"] as const;
type Kind = (typeof KINDS)[number];

/** Fields of each kind; a file is sent by its address, as vendors tell of one. */
const FIELDS = {
  image: ["url", "caption"],
  voice: ["url"],
  video: ["url", "caption"],
  audio: ["url"],
  document: ["url", "caption"],
  location: ["latitude", "longitude", "place"],
  contact: ["contact", "number"],
} as const satisfies Record<Kind, readonly Name[]>;
const EMPTY = { url: "", caption: "", latitude: "", longitude: "", place: "", contact: "", number: "" };
type Name = keyof typeof EMPTY;
type Values = Record<Name, string>;

/** Sends something else than words. */
export function AttachDialog({
  say,
  sending,
  onClose,
}: {
  say: (body: SaidBody) => Promise<boolean>;
  sending: ReturnType<typeof usePhone>["sending"];
  onClose: () => void;
}) {
  const [kind, setKind] = useState<Kind>("image");
  const form = useFields(EMPTY, (values) => problemsIn(kind, values));
  const send = async () => {
    if (!form.check()) return;
    if (await say(bodyOf(kind, form.values))) onClose();
  };
  return (
    <FormDialog
      {...{ form, sending, onClose }}
      open
      id={FORM}
      labels={texts.attachment}
      title={texts.attachTitle}
      submit={texts.send}
      onSubmit={send}
    >
      <Field id={`${FORM}-kind`} label={texts.attachKind}>
        <Select
          value={kind}
          options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={(next) => {
            setKind(next);
            form.refuse({});
          }}
        />
      </Field>
      {FIELDS[kind].map((name) => (
        <Field
          key={name}
          id={`${FORM}-${name}`}
          label={texts.attachment[name]}
          required={name !== "caption" && name !== "place"}
          error={form.errors[name]}
        >
          <TextInput autoComplete="off" {...form.text(name)} />
        </Field>
      ))}
    </FormDialog>
  );
}

const within = (value: string, most: number): boolean =>
  value.trim() !== "" && Number.isFinite(Number(value)) && Math.abs(Number(value)) <= most;

function problemsIn(kind: Kind, { url, latitude, longitude, contact, number }: Values): Partial<Values> {
  if (kind === "location") {
    return {
      ...(!within(latitude, 90) && { latitude: texts.latitudeWrong }),
      ...(!within(longitude, 180) && { longitude: texts.longitudeWrong }),
    };
  }
  if (kind === "contact") {
    return {
      ...(contact.trim() === "" && { contact: texts.nameEmpty }),
      ...(number.trim() === "" && { number: texts.addressEmpty.phone }),
    };
  }
  return url.startsWith("https://") && URL.canParse(url) ? {} : { url: texts.pictureWrong };
}

function bodyOf(kind: Kind, values: Values): SaidBody {
  const { url, caption, latitude, longitude, place, contact, number } = values;
  if (kind === "location") {
    return {
      kind,
      latitude: Number(latitude),
      longitude: Number(longitude),
      ...(place.trim() !== "" && { name: place.trim() }),
    };
  }
  if (kind === "contact") return { kind, contacts: [{ name: contact.trim(), phones: [number.trim()] }] };
  if (kind === "voice") return { kind: "audio", medium: { url }, voice: true };
  return { kind, medium: { url }, ...(caption.trim() !== "" && { caption: caption.trim() }) };
}
