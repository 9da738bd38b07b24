import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { uiTexts } from "#texts/ui.ts";

const texts = uiTexts.meanwhile;

/** Edit conflict: who saved first, the differences, and the choice. Until it is made, the typed values stay. */
export function ChangedMeanwhile({
  text,
  differences,
  onLoad,
  onKeep,
}: {
  /** The server's sentence with the name and the time. */
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
