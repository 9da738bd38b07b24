import { FileSpreadsheet } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";

/** A button that has one file of a table be chosen. `label` names the browser's own field, which only programs see. */
export function FileButton({
  label,
  accept,
  busy = false,
  onOpen,
  onChosen,
  children,
}: {
  label: string;
  accept: string;
  busy?: boolean;
  /** Before the browser asks. */
  onOpen?: () => void;
  onChosen: (file: File) => void;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChosen(file);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      <Button
        icon={<FileSpreadsheet aria-hidden />}
        busy={busy}
        onClick={() => {
          onOpen?.();
          input.current?.click();
        }}
      >
        {children}
      </Button>
    </>
  );
}
