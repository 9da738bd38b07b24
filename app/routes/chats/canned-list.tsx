import { useQueryOf } from "#app/data/query.ts";
import { cx } from "#app/components/ui/cx.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { type Artifact, listArtifacts } from "#workers/contract/endpoints/library.ts";
import { artifactTypes } from "#workers/contract/library.ts";

const SHOWN = 8;
const DELAY_MS = 200;
export const CANNED = "canned-messages";
export const optionId = (at: number): string => `${CANNED}-${at}`;

/** The library's messages that fit what was typed after a `/`. */
export function useCanned(query: string | undefined, deptId: string | null): Artifact[] | undefined {
  const desc = useSettled(query ?? "", DELAY_MS);
  const { answer } = useQueryOf(
    listArtifacts,
    { query: { type: artifactTypes.message, desc, deptId: deptId ?? "", perPage: SHOWN } },
    { enabled: query !== undefined, keepsLast: true },
  );
  return query === undefined ? undefined : answer?.artifacts;
}

/** Canned messages above the text: the arrow keys move, Enter takes one, Escape closes. */
export function CannedList({
  found,
  active,
  onPick,
}: {
  found: readonly Artifact[];
  active: number;
  onPick: (one: Artifact) => void;
}) {
  return (
    <>
      <p role="status" className="sr-only">
        {found.length === 0 ? texts.noCanned : texts.foundCanned(found.length)}
      </p>
      <div
        id={CANNED}
        role="listbox"
        aria-label={texts.canned}
        className="max-h-56 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-pop"
      >
        {found.length === 0 && (
          <p aria-hidden className="px-2.5 py-1.5 text-muted">
            {texts.noCanned}
          </p>
        )}
        {found.map((one, at) => (
          <div
            key={one._id}
            id={optionId(at)}
            role="option"
            aria-selected={at === active}
            tabIndex={-1}
            // The focus stays in the text, whose keys do the same.
            onPointerDown={(event) => {
              event.preventDefault();
              onPick(one);
            }}
            className={cx(
              "cursor-pointer rounded-md px-2.5 py-1.5",
              at === active && "bg-accent-soft text-accent-ink",
            )}
          >
            <span className="block truncate font-medium">{one.data.name}</span>
            <span className="block truncate text-[0.8125rem]">{one.data.text}</span>
          </div>
        ))}
      </div>
    </>
  );
}
