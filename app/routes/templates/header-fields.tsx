import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { FilePicker } from "#app/components/upload/file-picker.tsx";
import { MediaPicker } from "#app/features/library/media-picker.tsx";
import { useSession } from "#app/session/session.ts";
import { libraryTexts } from "#texts/library.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { LIMITS } from "#workers/contract/templates/places.ts";
import type { Header, HeaderFormat } from "#workers/contract/templates/template.ts";
import { CountedField } from "./counted-field.tsx";
import type { HeaderChoice } from "./shapes.ts";
import { idOf, useBuilding } from "./template-draft.ts";

const MARKS = { IMAGE: "IMAGE", VIDEO: "VIDEO", DOCUMENT: "DOC" } as const;

/** The header of a message or a card: a text, or a file of which the vendor sees a sample. */
export function HeaderFields({
  place,
  header,
  choices,
  onChange,
}: {
  /** `header`, or `cards.1.header`. */
  place: string;
  header: Header | null;
  choices: readonly HeaderChoice[];
  onChange: (header: Header | null) => void;
}) {
  const { fixed, problemAt } = useBuilding();
  const format = header?.format ?? "none";
  return (
    <div className="grid gap-3">
      <Field
        id={idOf(`${place}.format`)}
        label={texts.header}
        error={problemAt(`${place}.format`)}
        className="max-w-xs"
      >
        <Select
          value={format}
          disabled={fixed}
          options={choices.map((value) => ({ value, label: texts.headers[value] }))}
          onChange={(next) =>
            onChange(next === "none" ? null : { format: next, text: header?.text ?? "", medium: null })
          }
        />
      </Field>
      {header?.format === "TEXT" && (
        <CountedField
          place={`${place}.text`}
          label={texts.headerText}
          value={header.text}
          most={LIMITS.header}
          onChange={(text) => onChange({ ...header, text })}
        />
      )}
      {header && header.format !== "TEXT" && (
        <Sample {...{ place, header, onChange }} format={header.format} />
      )}
    </div>
  );
}

function Sample({
  place,
  header,
  format,
  onChange,
}: {
  place: string;
  header: Header;
  format: Exclude<HeaderFormat, "TEXT">;
  onChange: (header: Header) => void;
}) {
  const { fixed, shape, problemAt } = useBuilding();
  const { profile } = useSession();
  const [picking, setPicking] = useState(false);
  const { medium } = header;
  const problem = problemAt(`${place}.medium`);
  return (
    <div id={idOf(`${place}.medium`)} tabIndex={-1} className="grid gap-1.5">
      <p className="font-medium">{texts.file}</p>
      <p className="text-[0.8125rem] text-muted">{texts.fileHint[format]}</p>
      {medium && (
        <p className="flex items-center gap-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {[medium.name, medium.bytes !== undefined && formatBytes(medium.bytes)]
              .filter(Boolean)
              .join(", ")}
          </span>
          {!fixed && (
            <IconButton
              size="sm"
              label={texts.removeFile}
              icon={<X aria-hidden />}
              onClick={() => onChange({ ...header, medium: null })}
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
          mark={MARKS[format]}
          channelType={shape.type}
          onClose={() => setPicking(false)}
          onPick={({ id, name, mediaType, bytes }) =>
            onChange({ ...header, medium: { fileId: id, name, mime: mediaType, bytes } })
          }
        />
      )}
      {!fixed && (
        <FilePicker
          use={format === "DOCUMENT" ? "document" : "media"}
          label={medium ? texts.otherFile : texts.chooseFile}
          limitsShown={false}
          onUploaded={({ id, name, mediaType, bytes }) =>
            onChange({ ...header, medium: { fileId: id, name, mime: mediaType, bytes } })
          }
        />
      )}
      {problem && <p className="text-[0.8125rem] font-medium text-danger-ink">{problem}</p>}
    </div>
  );
}
