import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useState } from "react";
import { driveTexts } from "#texts/drive.ts";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { simulatorPersonTexts as personTexts } from "#texts/simulator-person.ts";
import { simulatorFilesTexts as fileTexts } from "#texts/simulator-files.ts";
import { uiTexts } from "#texts/ui.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { SaidBody, SimulatedChannel } from "#workers/contract/endpoints/simulator.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { FileField } from "./file-field.tsx";
import { fileProblem } from "./file-problem.ts";
import { type MessageWith, type Say, useMedium } from "./use-medium.ts";
import type { usePhone } from "./use-phone.ts";

const FORM = "simulated-attachment";
/** A voice message is sound that the person has recorded. */
const MEDIUM = {
  image: "image",
  voice: "audio",
  video: "video",
  audio: "audio",
  document: "document",
} as const;
type FileKind = keyof typeof MEDIUM;
const KINDS = ["image", "voice", "video", "audio", "document", "location", "contact"] as const;
type Kind = (typeof KINDS)[number];
const isFile = (kind: Kind): kind is FileKind => kind in MEDIUM;

/** Fields of each kind besides the file itself. */
const FIELDS = {
  image: ["caption"],
  voice: [],
  video: ["caption"],
  audio: [],
  document: ["caption"],
  location: ["latitude", "longitude", "place"],
  contact: ["contact", "number"],
} as const satisfies Record<Kind, readonly Words[]>;
const WORDS = { url: "", caption: "", latitude: "", longitude: "", place: "", contact: "", number: "" };
type Words = keyof typeof WORDS;
type Values = Record<Words, string> & { file: File | undefined };
type Problems = { [Name in keyof Values]?: string };
/** Where a file comes from: this device, or an address. */
type From = "file" | "url";

/** Sends something else than words. */
export function AttachDialog({
  channel,
  say,
  sending,
  onClose,
}: {
  channel: SimulatedChannel;
  say: Say;
  sending: ReturnType<typeof usePhone>["sending"];
  onClose: () => void;
}) {
  const can = simulatorCapabilities(channel.type);
  // Kinds that the channel's people cannot send are not offered.
  const kinds = KINDS.filter((each) => !isFile(each) || can.media[MEDIUM[each]]);
  const [kind, setKind] = useState<Kind>(kinds[0] ?? "location");
  const [from, setFrom] = useState<From>("file");
  const form = useFields<Values>({ ...WORDS, file: undefined }, (values) =>
    problemsIn(kind, from, values, can),
  );
  const medium = useMedium(channel.id, say);
  const { values } = form;
  const busy = sending.busy || medium.share !== undefined;
  const send = async () => {
    if (busy || !form.check()) return;
    const { file } = values;
    const sent =
      isFile(kind) && from === "file"
        ? file !== undefined && (await medium.send(file, saidWith(kind, values)))
        : await say(bodyOf(kind, values));
    if (sent) onClose();
  };
  const fresh = () => form.refuse({});
  return (
    <FormDialog
      {...{ form, onClose }}
      sending={{ busy, failure: medium.failure || sending.failure }}
      open
      id={FORM}
      labels={fileTexts.attachment}
      title={fileTexts.attachTitle}
      submit={texts.send}
      onSubmit={send}
    >
      <Field id={`${FORM}-kind`} label={fileTexts.attachKind}>
        <Select
          value={kind}
          options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={(next) => {
            setKind(next);
            fresh();
          }}
        />
      </Field>
      {isFile(kind) && (
        <>
          <RadioGroup
            inline
            legend={fileTexts.fileFrom}
            legendHidden
            value={from}
            choices={FROM}
            onChange={(next) => {
              setFrom(next);
              fresh();
            }}
          />
          {from === "file" ? (
            <FileField
              id={`${FORM}-file`}
              kind={MEDIUM[kind]}
              can={can}
              file={values.file}
              error={form.errors.file}
              busy={busy}
              onChange={(file) => {
                form.set("file", file);
                // A file that cannot be sent says so at once.
                if (file) form.leave("file");
              }}
            />
          ) : (
            <Field id={`${FORM}-url`} label={fileTexts.attachment.url} required error={form.errors.url}>
              <TextInput autoComplete="off" {...form.text("url")} />
            </Field>
          )}
        </>
      )}
      {FIELDS[kind].map((name) => (
        <Field
          key={name}
          id={`${FORM}-${name}`}
          label={fileTexts.attachment[name]}
          required={name !== "caption" && name !== "place"}
          error={form.errors[name]}
        >
          <TextInput autoComplete="off" {...form.text(name)} />
        </Field>
      ))}
      {medium.share !== undefined && (
        <div className="flex items-end gap-3">
          <Progress
            className="min-w-0 flex-1"
            label={driveTexts.sending(values.file?.name ?? "")}
            value={medium.share}
          />
          <Button size="sm" onClick={medium.cancel}>
            {uiTexts.cancel}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

const FROM: readonly { value: From; label: string }[] = [
  { value: "file", label: fileTexts.ownFile },
  { value: "url", label: fileTexts.atAddress },
];

const within = (value: string, most: number): boolean =>
  value.trim() !== "" && Number.isFinite(Number(value)) && Math.abs(Number(value)) <= most;

function problemsIn(
  kind: Kind,
  from: From,
  { file, url, latitude, longitude, contact, number }: Values,
  can: Capabilities,
): Problems {
  if (kind === "location") {
    return {
      ...(!within(latitude, 90) && { latitude: fileTexts.latitudeWrong }),
      ...(!within(longitude, 180) && { longitude: fileTexts.longitudeWrong }),
    };
  }
  if (kind === "contact") {
    return {
      ...(contact.trim() === "" && { contact: texts.nameEmpty }),
      ...(number.trim() === "" && { number: personTexts.addressEmpty.phone }),
    };
  }
  if (from === "url") {
    return url.startsWith("https://") && URL.canParse(url) ? {} : { url: fileTexts.pictureWrong };
  }
  const problem = file ? fileProblem(file, MEDIUM[kind], can) : fileTexts.fileEmpty;
  return problem ? { file: problem } : {};
}

function saidWith(kind: FileKind, { caption }: Values): MessageWith & { kind: MediaKind } {
  const words = caption.trim();
  const captioned = words !== "" && (FIELDS[kind] as readonly Words[]).includes("caption");
  return {
    kind: MEDIUM[kind],
    ...(kind === "voice" && { voice: true }),
    ...(captioned && { caption: words }),
  };
}

function bodyOf(kind: Kind, values: Values): SaidBody {
  const { url, latitude, longitude, place, contact, number } = values;
  if (kind === "location") {
    return {
      kind,
      latitude: Number(latitude),
      longitude: Number(longitude),
      ...(place.trim() !== "" && { name: place.trim() }),
    };
  }
  if (kind === "contact") return { kind, contacts: [{ name: contact.trim(), phones: [number.trim()] }] };
  return { ...saidWith(kind, values), medium: { url } };
}
