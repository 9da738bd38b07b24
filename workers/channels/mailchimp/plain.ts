const SIGNS: Readonly<Record<string, string>> = {
  nbsp: " ",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  amp: "&",
};

/** A page's words, for a mail that has no others. */
export const plainOf = (html: string): string =>
  html
    .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^>]*>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(nbsp|lt|gt|quot|#39|amp);/g, (sign, name: string) => SIGNS[name] ?? sign)
    .replaceAll(/ *\n */g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
