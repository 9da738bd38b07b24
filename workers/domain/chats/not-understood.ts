/** SQL: whether a turn `t` is a press of "None of these", which is reviewed as it is written. */
export const IS_PRESS = "coalesce(t.review = 'ignored' AND t.reviewed_at = t.at, 0)";

/** SQL: whether a turn `t` was not understood: neither by itself nor by what was chosen of an offer. */
export const NOT_UNDERSTOOD = `(t.kind = 'outOfScope' AND NOT ${IS_PRESS} OR t.kind = 'didYouMean' AND coalesce(t.meant_id, '') = '')`;
