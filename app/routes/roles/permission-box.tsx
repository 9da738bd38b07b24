import { cx } from "#app/components/ui/cx.ts";
import { rolesTexts as texts } from "#texts/roles.ts";
import type { Obstacle } from "./role-draft.ts";

/**
 * One box of the matrix. A box that cannot be changed stays reachable by arrow keys and says why; one that differs
 * from the stored value is marked by more than a colour.
 */
export function PermissionBox({
  name,
  checked,
  mixed = false,
  changed = false,
  obstacle,
  at,
  tabbable,
  onChange,
}: {
  name: string;
  checked: boolean;
  mixed?: boolean;
  changed?: boolean;
  obstacle?: Obstacle | undefined;
  /** Its row and column, by which the arrow keys find it. */
  at: string;
  tabbable: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label
      title={obstacle && texts[obstacle]}
      className={cx(
        "inline-flex size-7 pointer-coarse:size-11 items-center justify-center rounded-md",
        changed && "bg-warning-soft outline-2 -outline-offset-2 outline-warning outline-dashed",
      )}
    >
      <input
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        type="checkbox"
        aria-label={obstacle ? `${name}. ${texts[obstacle]}` : name}
        aria-disabled={obstacle !== undefined || undefined}
        data-at={at}
        tabIndex={tabbable ? 0 : -1}
        checked={checked}
        onChange={(event) => obstacle === undefined && onChange(event.target.checked)}
        className="size-4 cursor-pointer rounded accent-accent aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
      />
    </label>
  );
}
