import type { Page } from "@playwright/test";
import type { ApiClient } from "#db/seed/client.ts";
import { clientOf, signedIn } from "./sign-in.ts";

/** The customers' list in the browser. */

export const LIST = "/customer-master/customers";
/** The list narrowed to one group, which excludes customers that other tests create meanwhile. */
export const within = (group: string): string => `${LIST}?group=${group}`;
export const rowOf = (page: Page, name: string) =>
  page.getByRole("row", { name: new RegExp(`^Select ${name} `) });
export const table = (page: Page) => page.getByRole("table", { name: "Customers" });

/** A screen as the administrator of an enterprise that other sections' tests leave alone. */
export async function openCustomers(page: Page, path: string): Promise<ApiClient> {
  const client = await signedIn(page, await clientOf("customers"));
  await page.goto(path);
  return client;
}
