import { useState } from "react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { formatCount } from "#app/lib/format.ts";
import { optInTexts } from "#texts/opt-in.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import type { UndoPreview } from "#workers/contract/endpoints/imports.ts";

/** The number of customers that an undo takes, and the choice to take those that were edited since as well. */
export function UndoForecast({
  preview: { removed, restored, edited },
  hasOptIn,
  onEdited,
}: {
  preview: UndoPreview;
  hasOptIn: boolean;
  onEdited: (wanted: boolean) => void;
}) {
  const [wanted, setWanted] = useState(false);
  const staying = edited.removed + edited.restored;
  return (
    <div className="grid gap-3">
      <ul className="list-disc pl-5">
        <li>{texts.undoRemoves(removed, formatCount(removed))}</li>
        <li>{texts.undoRestores(restored, formatCount(restored))}</li>
        {wanted ? (
          <>
            <li>{texts.undoTrashes(edited.removed, formatCount(edited.removed))}</li>
            <li>{texts.undoResets(edited.restored, formatCount(edited.restored))}</li>
          </>
        ) : (
          <li>{texts.undoKeeps(staying, formatCount(staying))}</li>
        )}
        {hasOptIn && <li>{optInTexts.takenBack}</li>}
      </ul>
      {staying > 0 && (
        <Checkbox
          label={texts.undoEdited}
          checked={wanted}
          onChange={(on) => {
            setWanted(on);
            onEdited(on);
          }}
        />
      )}
    </div>
  );
}
