import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { CustomerImport } from "#workers/contract/endpoints/imports.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import type { Load } from "./import-load.ts";
import { makeLoadFields } from "./load-fields.ts";
import { sendFile } from "#db/seed/send-file.ts";
import { type Power, startPower } from "./power.ts";
import type { Served } from "./served.ts";

/** A system with a state of its own and the fields that the loads fill. */
export async function powered(): Promise<Power> {
  const power = await startPower();
  await makeLoadFields(await power.signIn());
  return power;
}

const sendTo =
  ({ url }: Served) =>
  (path: string, init: RequestInit) =>
    fetch(url + path, init);

/** An import that the system has accepted. */
export interface Accepted {
  token: string;
  id: string;
}

export async function accept(power: Power, csv: string): Promise<Accepted> {
  const client = await power.signIn();
  const path = await sendFile(sendTo(power.served), client, csv);
  const { uploadId } = await client.call(importsApi.startImport, {
    body: { file: { name: "load.csv", path } },
  });
  return { token: client.token, id: uploadId };
}

const get = ({ served }: Power, { token }: Accepted, path: string): Promise<Response> =>
  fetch(`${served.url}/api/chatbird/api/customer_master/uploads/${path}`, {
    headers: { "authentication-token": token },
  });

export const statusOf = async (power: Power, accepted: Accepted): Promise<CustomerImport> =>
  ((await (await get(power, accepted, accepted.id)).json()) as { data: CustomerImport }).data;

export const errorsOf = async (power: Power, accepted: Accepted): Promise<string> =>
  (await get(power, accepted, `${accepted.id}/errors`)).text();

/** Polls until the import satisfies the condition or the limit is reached; returns its last state. */
export async function until(
  power: Power,
  accepted: Accepted,
  satisfies: (upload: CustomerImport) => boolean,
  { limit, every = 100 }: { limit: number; every?: number },
): Promise<CustomerImport> {
  const end = Date.now() + limit;
  for (;;) {
    const upload = await statusOf(power, accepted);
    if (satisfies(upload) || Date.now() > end) return upload;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}

export interface Stored {
  customers: { phone: string; name: string; amount: string }[];
  openJobs: number;
}

/** Reads customers and open jobs from the database file, without the product; checks the search index as well. */
export async function storedIn(state: string): Promise<Stored> {
  const { DatabaseSync } = await import("node:sqlite");
  const folder = join(state, "d1/miniflare-D1DatabaseObject");
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".sqlite"))) {
    const db = new DatabaseSync(join(folder, name));
    try {
      const [tables] = db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'customers'").all();
      if (tables?.["n"] !== 1) continue;
      const customers = db
        .prepare(
          `SELECT c.phone, c.name, coalesce((SELECT v.value FROM json_each(c.data) v
             JOIN customer_fields f ON f.id = v.key AND f.field_label = 'Amount'), '') AS amount FROM customers c`,
        )
        .all() as unknown as Stored["customers"];
      if (customers.length === 0) continue;
      db.exec("INSERT INTO customers_fts (customers_fts) VALUES ('integrity-check')");
      const open = db.prepare("SELECT count(*) AS n FROM jobs WHERE state IN ('waiting', 'running')").get();
      return { customers, openJobs: Number(open?.["n"]) };
    } finally {
      db.close();
    }
  }
  return { customers: [], openJobs: 0 };
}

/** Expected customers of a file, from its valid rows; the last row of a phone number counts. */
export function said({ csv }: Load): Map<string, string> {
  const expected = new Map<string, string>();
  for (const line of csv.split("\n").slice(1, -1)) {
    const [name = "", phone = "", , , , , amount = ""] = line.split(",");
    if (phone.startsWith("+") && /^\d/.test(amount)) expected.set(phone, `${name} ${amount}`);
  }
  return expected;
}
