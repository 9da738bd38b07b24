import { File as FileIcon, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { flowPhoneTexts as texts } from "#texts/flow-phone.ts";
import { isFileList } from "#workers/contract/wa-flows/files.ts";
import type { Json } from "#workers/contract/wa-flows/flow-json.ts";
import { acceptOf, mostOf, type TakeFile, whyNot } from "./files.ts";

/** Photos or documents that whoever fills the flow in chooses. */
export function FilePicker({
  type,
  properties,
  label,
  hint,
  value,
  error,
  disabled,
  take,
  hold,
  onAnswer,
}: {
  type: string;
  properties: Json;
  label: string;
  hint: string | undefined;
  value: unknown;
  error: string | undefined;
  disabled: boolean;
  take: TakeFile;
  hold: (files: Promise<void>) => void;
  onAnswer: (value: unknown) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [taking, setTaking] = useState("");
  const [failures, setFailures] = useState<readonly string[]>([]);
  const files = isFileList(value) ? value : [];
  const most = mostOf(type, properties);
  // Other questions are answered while a file is on its way, and the screen may be left.
  const latest = useRef<((more: readonly unknown[]) => void) | undefined>(undefined);
  useEffect(() => {
    latest.current = (more) => onAnswer([...files, ...more]);
    return () => {
      latest.current = undefined;
    };
  });
  const choose = async (chosen: readonly File[]) => {
    const failed: string[] = [];
    const sent: unknown[] = [];
    for (const file of chosen) {
      const reason = whyNot(file, type, properties);
      if (reason !== undefined) failed.push(reason);
      else {
        setTaking(file.name);
        const taken = await take(file);
        if ("file" in taken) sent.push(taken.file);
        else failed.push(taken.failure);
      }
    }
    setTaking("");
    setFailures(failed);
    latest.current?.(sent);
  };
  return (
    <fieldset className="grid min-w-0 gap-1.5" disabled={disabled}>
      <legend className="mb-1 font-medium">{label}</legend>
      {hint && <p className="text-[0.8125rem] text-muted">{hint}</p>}
      {properties["photo-source"] === "camera" && (
        <p className="text-[0.8125rem] text-muted">{texts.camera}</p>
      )}
      <input
        ref={input}
        type="file"
        multiple={most > 1}
        accept={acceptOf(type, properties)}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          // The same file can be chosen again.
          target.value = "";
          if (chosen.length > 0) hold(choose(chosen));
        }}
      />
      {files.length > 0 && (
        <ul className="grid gap-1">
          {files.map((file, at) => (
            <li
              key={`${file.id} ${at}`}
              className="flex min-w-0 items-center gap-2 rounded-md border border-line px-2 py-1"
            >
              <FileIcon aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate">{file.file_name}</span>
              <IconButton
                label={texts.takeOut(file.file_name)}
                icon={<X aria-hidden />}
                onClick={() => onAnswer(files.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          size="sm"
          busy={taking !== ""}
          disabled={disabled || files.length >= most}
          onClick={() => input.current?.click()}
        >
          {type === "PhotoPicker" ? texts.photos : texts.documents}
        </Button>
      </div>
      <div role="status" className="grid gap-1 empty:hidden">
        {taking !== "" && <p className="text-[0.8125rem] text-muted">{texts.taking(taking)}</p>}
        {[...failures, ...(error === undefined ? [] : [error])].map((sentence) => (
          <p key={sentence} className="text-[0.8125rem] font-medium text-danger-ink">
            {sentence}
          </p>
        ))}
      </div>
    </fieldset>
  );
}
