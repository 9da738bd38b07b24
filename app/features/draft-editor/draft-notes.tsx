import type { Work } from "#app/features/autosave/use-work.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { designerTexts } from "#texts/designer.ts";

const texts = designerTexts.draft;

/** Notes to read before working on: why nothing can be changed, what came back, who else has saved. */
export function DraftNotes<Draft>({
  work,
  readOnly,
  differences,
}: {
  work: Pick<Work<unknown, Draft>, "isRestored" | "theirs" | "save" | "takeTheirs" | "keepMine">;
  /** The sentence that says why, where one may only look. */
  readOnly?: string | false | undefined;
  /** Mine against somebody else's, a line each. */
  differences: (theirs: Draft) => string[];
}) {
  const { isRestored, theirs, save } = work;
  return (
    <>
      {readOnly && <Banner kind="info">{readOnly}</Banner>}
      {isRestored && (
        <Banner kind="info" live>
          {texts.restored}
        </Banner>
      )}
      {theirs && save.kind === "conflict" && (
        <ChangedMeanwhile
          text={save.sentence}
          differences={differences(theirs)}
          onLoad={work.takeTheirs}
          onKeep={work.keepMine}
        />
      )}
    </>
  );
}
