/** The console's languages, each by its own name. English texts are in texts/, those of another in a folder beside them. */
export const languages = { en: "English", hi: "हिन्दी" } as const;
export type Language = keyof typeof languages;

export const isLanguage = (value: unknown): value is Language =>
  typeof value === "string" && Object.hasOwn(languages, value);

/** The language that a browser or a client asks for first (an `Accept-Language` header); English where there is none of its. */
export function preferredLanguage(header: string | null | undefined): Language {
  const asked = (header ?? "").split(",").map((each, place) => {
    const [tag = "", ...rest] = each.trim().split(";");
    const quality = Number(/^\s*q=([\d.]+)\s*$/.exec(rest[0] ?? "")?.[1] ?? 1);
    return { language: tag.trim().toLowerCase().split("-")[0], quality, place };
  });
  const known = asked.filter(({ language, quality }) => isLanguage(language) && quality > 0);
  const [first] = known.toSorted((one, other) => other.quality - one.quality || one.place - other.place);
  return (first?.language ?? "en") as Language;
}
