import { brandStore } from "#app/lib/brand.ts";
import { productName } from "#app/lib/product.ts";

let takenOver = false;

/** From now on titles may differ from the server's, which does not know the reader. */
export const noteTakenOver = (): void => {
  takenOver = true;
};

/** The title that is shown, without the number of waiting chats before it. */
export const bareTitle = (): string => document.title.replace(/^\(\d+\) /, "");

/** The title of a route: "Screen – Chatbird", or with the enterprise's or the installation's title in place of the product's. */
export const titleOf = (screen: string) => [
  { title: `${screen} – ${takenOver ? brandStore.get().title : productName()}` },
];
