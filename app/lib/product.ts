import { shellTexts } from "#texts/shell.ts";

/** In each document, so that the browser says what the server has written. */
export const PRODUCT_META = "application-name";
const LONGEST = 60;

let given = "";

/** Takes the installation's own name for the product from its settings; the same for whoever asks. */
export function noteProduct(env: object): void {
  const { TITLE } = env as { TITLE?: unknown };
  given = typeof TITLE === "string" ? TITLE.trim().slice(0, LONGEST) : "";
}

const inDocument = (): string =>
  typeof document === "undefined"
    ? ""
    : (document.querySelector<HTMLMetaElement>(`meta[name="${PRODUCT_META}"]`)?.content ?? "");

/** The console's name where no enterprise has a title of its own: before anybody has signed in, too. */
export const productName = (): string => given || inDocument() || shellTexts.product;
