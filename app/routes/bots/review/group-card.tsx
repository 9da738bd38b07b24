import { Button } from "#app/components/ui/button.tsx";
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
  busy,
  onChoose,
  onAccept,
}: {
  group: Group;
  chosen: ReadonlySet<string>;
  busy: boolean;
  onChoose: (texts: readonly string[], on: boolean) => void;
  /** Adds a message to the intent that people said they meant. */
  onAccept: (text: string, intentId: string) => void;
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
        {said.map(({ text, count, nearest, meant }) => (
          <li key={text} className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <Checkbox
              className="min-w-0 flex-1 basis-52"
              label={
                <span className="break-words">
                  {text}{" "}
                  <span className="text-[0.8125rem] text-muted">
                    {texts.times(count)}
                    {meant
                      ? ` · ${texts.meant(meant.name, meant.count)}`
                      : nearest && ` · ${texts.nearest(nearest.name, formatShare(nearest.confidence))}`}
                  </span>
                </span>
              }
              checked={chosen.has(text)}
              onChange={(checked) => onChoose([text], checked)}
            />
            {meant && (
              <Button
                size="sm"
                busy={busy}
                className="max-w-full break-words"
                aria-label={texts.acceptMeant(text, meant.name)}
                onClick={() => onAccept(text, meant.id)}
              >
                {texts.accept(meant.name)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}
