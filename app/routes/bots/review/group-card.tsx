import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { formatShare } from "#app/lib/format.ts";
import { reviewTexts as texts } from "#texts/review.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { listUnmatched } from "#workers/contract/endpoints/review.ts";

export type Group = ReplyOf<typeof listUnmatched>["groups"][number];

/** Similar messages, selected together by one checkbox or each by its own. */
export function GroupCard({
  group: { title, messages: said },
  chosen,
  onChoose,
}: {
  group: Group;
  chosen: ReadonlySet<string>;
  onChoose: (texts: readonly string[], on: boolean) => void;
}) {
  const all = said.map(({ text }) => text);
  const on = all.filter((text) => chosen.has(text)).length;
  const several = all.length > 1;
  return (
    <li className="rounded-lg border border-line bg-surface px-3 py-2">
      {several && (
        <Checkbox
          className="w-full"
          label={<span className="font-medium break-words">{texts.group(title, all.length)}</span>}
          aria-label={texts.selectGroup(title)}
          checked={on === all.length}
          mixed={on > 0 && on < all.length}
          onChange={(checked) => onChoose(all, checked)}
        />
      )}
      <ul className={several ? "mt-0.5 ml-6 grid gap-0.5" : ""}>
        {said.map(({ text, count, nearest }) => (
          <li key={text}>
            <Checkbox
              className="w-full"
              label={
                <span className="break-words">
                  {text}{" "}
                  <span className="text-[0.8125rem] text-muted">
                    {texts.times(count)}
                    {nearest && ` · ${texts.nearest(nearest.name, formatShare(nearest.confidence))}`}
                  </span>
                </span>
              }
              checked={chosen.has(text)}
              onChange={(checked) => onChoose([text], checked)}
            />
          </li>
        ))}
      </ul>
    </li>
  );
}
