import { Pencil, Trash2 } from "lucide-react";
import { IconButton } from "./icon-button.tsx";

/** The buttons at the end of a row, above the link that fills it. Each is there with its handler. */
export function RowActions({
  edit,
  remove,
}: {
  edit: false | { label: string; onClick: () => void };
  remove: false | { label: string; onClick: () => void };
}) {
  return (
    <span className="relative z-10 flex gap-1">
      {edit && <IconButton size="sm" icon={<Pencil aria-hidden />} {...edit} />}
      {remove && <IconButton size="sm" tone="danger" side="left" icon={<Trash2 aria-hidden />} {...remove} />}
    </span>
  );
}
