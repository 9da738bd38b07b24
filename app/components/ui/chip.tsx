import { X } from "lucide-react";
import { cx } from "./cx.ts";

/** A chosen thing in a list of several, with the button that takes it away. */
export function Chip({
  kind,
  name,
  removeLabel,
  onRemove,
}: {
  /** Said before the name. */
  kind?: string;
  name: string;
  removeLabel: string;
  /** Left out if the choice cannot be changed now. */
  onRemove: (() => void) | undefined;
}) {
  return (
    <li
      className={cx(
        "inline-flex max-w-full items-center gap-1 rounded-full pointer-coarse:min-h-11 bg-accent-soft py-0.5 pl-2.5 text-[0.8125rem] text-accent-ink",
        onRemove ? "pr-1" : "pr-2.5",
      )}
    >
      {kind && <span className="shrink-0">{kind}:</span>}
      <bdi className={cx("truncate", kind && "max-w-48 font-medium")} title={name}>
        {name}
      </bdi>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="inline-flex size-6 pointer-coarse:-my-0.5 pointer-coarse:size-11 shrink-0 items-center justify-center rounded-full hover:bg-hover [&>svg]:size-3.5"
        >
          <X aria-hidden />
        </button>
      )}
    </li>
  );
}
