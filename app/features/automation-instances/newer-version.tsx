import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { publishTexts as texts } from "#texts/publish.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { AutomationInstance } from "#workers/contract/endpoints/automation-instances.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { MoveLine } from "./move-line.tsx";

/** Offers a version that is newer than an instance's, and shows how a move of its people stands. */
export function NewerVersion({
  kind,
  id,
  instance,
  published,
  named,
  mayEdit,
  onMoved,
}: {
  kind: AutomationKind;
  id: string;
  instance: AutomationInstance;
  published: number | null;
  /** Tells the instance from others of its list. */
  named: string;
  mayEdit: boolean;
  onMoved: () => Promise<void>;
}) {
  const { id: instanceId, state, newer, move } = instance;
  const [moving, setMoving] = useState(false);
  return (
    <>
      {newer && published !== null && state !== INSTANCE.stopped && (
        <div className="flex flex-wrap items-center gap-2 text-[0.8125rem] font-normal">
          <span>{texts.newer(published)}</span>
          {mayEdit && (
            <Button
              size="sm"
              aria-label={texts.on(texts.take(published), named)}
              onClick={() => setMoving(true)}
            >
              {texts.take(published)}
            </Button>
          )}
        </div>
      )}
      {move && <MoveLine {...{ kind, id, instanceId, move, mayEdit, onMoved }} />}
      {moving && published !== null && (
        <MoveDialog
          {...{ kind, id, instance, onMoved }}
          channel={named}
          number={published}
          onClose={() => setMoving(false)}
        />
      )}
    </>
  );
}
