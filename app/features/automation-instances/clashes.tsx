import { useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { useSettled } from "#app/lib/use-settled.ts";
import { publishTexts as texts } from "#texts/publish.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { wordsIn, wordsProblem } from "./words.ts";

/** Typing has stopped for so long when clashes are looked for. */
const SETTLED_MS = 300;

/** Says what words begin on a channel already, as they are typed. */
export function Clashes({
  kind,
  id,
  channelId,
  keywords,
}: {
  kind: AutomationKind;
  id: string;
  channelId: string;
  /** One a line. */
  keywords: string;
}) {
  const settled = useSettled(keywords, SETTLED_MS);
  const words = wordsIn(settled);
  const { answer } = useQueryOf(
    instanceDoors[kind].clashes,
    { params: { id }, query: { channelId, keywords: words } },
    { enabled: channelId !== "" && words.length > 0 && wordsProblem(settled) === undefined, keepsLast: true },
  );
  const clashes = channelId !== "" && words.length > 0 ? (answer?.clashes ?? []) : [];
  if (clashes.length === 0) return null;
  return (
    <Banner kind="warning" live title={texts.clashes}>
      <ul className="list-disc ps-4">
        {clashes.map((each) => (
          <li key={each.keyword} className="[overflow-wrap:anywhere]">
            {texts.clash(each.keyword, each.name)}
          </li>
        ))}
      </ul>
      <p>{texts.clashHint}</p>
    </Banner>
  );
}
