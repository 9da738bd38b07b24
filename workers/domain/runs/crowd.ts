import type { EnterpriseId } from "#workers/contract/ids.ts";

/** So often those are looked for who are due behind an enterprise with many. */
const OTHERS_MS = 250;

/**
 * Enterprises whose due work fills whole looks of one kind. Theirs is the oldest and would be the only work for as long as it
 * lasts, so whoever does it remembers them from look to look.
 */
export class Line {
  #many: EnterpriseId[] = [];
  #at = 0;
  readonly #page: number;

  /** `page`: how much one look takes. */
  constructor(page: number) {
    this.#page = page;
  }

  /** Those to pass over in a look for others; none where it is not time for one. */
  passedOver(now: number): readonly EnterpriseId[] {
    if (this.#many.length === 0 || now - this.#at < OTHERS_MS) return [];
    this.#at = now;
    return this.#many;
  }

  /** Takes in whose work a look has found; `cut`: it had room for no more; `look`: all that it has found, if more. */
  saw(found: readonly { enterpriseId: EnterpriseId }[], cut = false, look = found.length): void {
    if (look < this.#page && !cut) {
      this.#many = [];
      return;
    }
    const counts = Map.groupBy(found, ({ enterpriseId }) => enterpriseId);
    const many = [...counts].filter(([, rows]) => rows.length >= look / 4).map(([id]) => id);
    this.#many = [...new Set([...this.#many, ...many])];
  }
}
