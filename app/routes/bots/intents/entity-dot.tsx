import { cx } from "#app/components/ui/cx.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { toneOf } from "./entity-tone.ts";

/** A dot in the entity's colour, shown beside its name. */
export function EntityDot({ known, id }: { known: readonly Entity[]; id: string }) {
  return (
    <span
      aria-hidden
      className={cx("inline-block size-3 shrink-0 rounded-full border border-current", toneOf(known, id))}
    />
  );
}
