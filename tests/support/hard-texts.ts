/** Texts that nobody means to be understood, and that must be answered in time all the same. */
export const HARD_TEXTS: readonly string[] = [
  "word ".repeat(2_000),
  "x".repeat(10_000),
  "?!… —".repeat(50),
  "שלום hello مرحبا \u202Eworld\u202C".repeat(40),
  Array.from({ length: 500 }, (_, n) => n * 37).join(" "),
  "👩‍👩‍👧‍👦".repeat(200),
  "क्मera बaलance कitना है ".repeat(60),
  "",
];
