/**
 * SQL of a value from outside of a question: a column with its table, or a parameter. A bare `enterprise_id` inside a question
 * is the column of the table that is asked, which is always equal to itself: one enterprise's row would answer for all.
 */
export type Outer = `${string}.${string}` | `?${number}`;
