import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";

/** Fields that belong together, with a button that takes them away where they need not be. */
export function Fieldset({
  legend,
  onRemove,
  children,
}: {
  legend: string;
  onRemove?: () => void;
  children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0 rounded-md border border-line p-3">
      <legend className="sr-only">{legend}</legend>
      <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
        <span aria-hidden className="min-w-0 truncate font-medium">
          {legend}
        </span>
        {onRemove && (
          <IconButton
            size="sm"
            tone="danger"
            side="left"
            label={texts.remove(legend)}
            icon={<Trash2 aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
      <div className="grid gap-3">{children}</div>
    </fieldset>
  );
}
