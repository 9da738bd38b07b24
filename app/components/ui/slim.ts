/** A button of a toolbar that shows its icon only in a small window, so that the toolbar stays one row. */
export const slimButton = "max-sm:w-9 max-sm:px-0 max-sm:pointer-coarse:w-11";
/** Its words, which still are its name there. */
export const slimWords = "max-sm:sr-only";
