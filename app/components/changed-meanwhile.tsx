import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import * as messages from "#app/messages.ts";

const texts = messages.ui.meanwhile;

/** Somebody was faster: who, what is different in theirs, and the choice. Until it is made, what was typed stays. */
export function ChangedMeanwhile({
  text,
  differences,
  onLoad,
  onKeep,
}: {
  /** The server's sentence: who, and when. */
  text: string;
  differences: readonly string[];
  onLoad: () => void;
  onKeep: () => void;
}) {
  return (
    <Banner kind="warning" live title={text}>
      <p className="mt-1">{texts.different}</p>
      <ul className="ml-4 list-disc">
        {(differences.length > 0 ? differences : [texts.same]).map((each) => (
          <li key={each} className="[overflow-wrap:anywhere]">
            {each}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onLoad}>
          {texts.load}
        </Button>
        <Button size="sm" onClick={onKeep}>
          {texts.keep}
        </Button>
      </div>
    </Banner>
  );
}
