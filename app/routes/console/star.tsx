import { Star as StarIcon } from "lucide-react";
import { cx } from "#app/components/ui/cx.ts";
import { useStore } from "#app/lib/store.ts";
import { shellTexts as texts } from "#texts/shell.ts";
import { favouritesStore, toggleFavourite } from "./favourites.ts";

const NONE: readonly string[] = [];

/** Keeps a screen on top of the menu: beside its row under the pointer, or by the right arrow key. */
export function Star({
  to,
  label,
  inFavourites = false,
}: {
  to: string;
  label: string;
  inFavourites?: boolean;
}) {
  const chosen = useStore(favouritesStore, NONE).includes(to);
  const name = (chosen ? texts.dropFavourite : texts.addFavourite)(label);
  return (
    <button
      type="button"
      data-beside
      tabIndex={-1}
      aria-label={name}
      title={name}
      onClick={({ currentTarget }) => {
        // The row on top goes with its star: the focus moves on to the rows below.
        if (inFavourites) focusBelow(currentTarget);
        toggleFavourite(to);
      }}
      className={cx(
        "invisible absolute top-1 right-1 flex size-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink",
        "group-focus-within/row:visible group-hover/row:visible max-lg:top-2.5 [@media(hover:none)]:visible",
      )}
    >
      <StarIcon aria-hidden className={cx("size-3.5", chosen && "fill-current text-accent")} />
    </button>
  );
}

function focusBelow(star: HTMLElement): void {
  const list = star.closest("section");
  list?.parentElement?.querySelector<HTMLElement>(":scope > div [data-row]")?.focus();
}
