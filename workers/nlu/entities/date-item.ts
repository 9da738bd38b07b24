/**
 * A piece of a text as the grammar of dates reads it: a sign ("M12" December, "N5" a number, "O3" third, "D…" a day in
 * digits, "C9:30" a clock, "X" anything else) and the tokens that it stands for.
 */
export interface Item {
  sign: string;
  from: number;
  to: number;
}
