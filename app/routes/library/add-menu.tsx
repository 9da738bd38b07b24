import { FilePlus, Upload } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { libraryTexts as texts } from "#texts/library.ts";

export type Written = "message" | "map" | "url" | "tag";
const WRITTEN: readonly Written[] = ["message", "map", "url", "tag"];

/** Puts something into the library: files, or what is written here. */
export function AddMenu({ onUpload, onAdd }: { onUpload: () => void; onAdd: (kind: Written) => void }) {
  return (
    <>
      <Menu
        button={<Button icon={<FilePlus aria-hidden />}>{texts.add}</Button>}
        entries={WRITTEN.map((kind) => ({ label: texts.addOf[kind], onSelect: () => onAdd(kind) }))}
      />
      <Button tone="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
        {texts.upload}
      </Button>
    </>
  );
}
