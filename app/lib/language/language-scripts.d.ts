/** The addresses of the scripts with the texts of other languages than English; the build makes them (scripts/lib/texts-in-languages.ts). */
declare module "virtual:language-scripts" {
  const scripts: Partial<Record<import("#workers/contract/language.ts").Language, string>>;
  export default scripts;
}
