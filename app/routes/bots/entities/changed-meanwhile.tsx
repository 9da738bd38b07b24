import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { messages } from "#app/messages.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { differencesOf } from "./differences.ts";
import type { EntityDraft } from "./entity-draft.ts";

const texts = messages.entityList;

/** Somebody was faster: who, what they have changed, and the choice. Until it is made, what was typed stays. */
export function ChangedMeanwhile({
  text,
  theirs,
  mine,
  onLoad,
  onKeep,
}: {
  text: string;
  theirs: Entity;
  mine: EntityDraft;
  onLoad: () => void;
  onKeep: () => void;
}) {
  const differences = differencesOf(theirs, mine);
  return (
    <Banner kind="warning" live title={text}>
      <p className="mt-1">{texts.theyChanged}</p>
      <ul className="ml-4 list-disc">
        {(differences.length > 0 ? differences : [texts.theirsSame]).map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onLoad}>
          {texts.loadTheirs}
        </Button>
        <Button size="sm" onClick={onKeep}>
          {texts.keepMine}
        </Button>
      </div>
    </Banner>
  );
}
