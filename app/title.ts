import { brandStore } from "#app/brand.ts";
import * as messages from "#app/messages.ts";

let takenOver = false;

/** From now on titles may differ from the server's, which does not know the reader. */
export const noteTakenOver = (): void => {
  takenOver = true;
};

/** The title of a route: "Screen – Chatbird", or with the enterprise's own title in place of the product's. */
export const titleOf = (screen: string) => [
  { title: `${screen} – ${takenOver ? brandStore.get().title : messages.shell.product}` },
];
