import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { refuse, type Routes } from "./asked.ts";

export interface Queue {
  queue_id: string;
  queue_name: string;
  consumers: Record<string, unknown>[];
}

interface Database {
  uuid: string;
  file: DatabaseSync;
  jurisdiction: unknown;
  hint: unknown;
}

/** A bucket as it is told from one of the same name elsewhere. */
export const bucketKey = (name: string, jurisdiction = ""): string =>
  jurisdiction === "" ? name : `${name} (${jurisdiction})`;

/** Databases, buckets and queues of an account. Databases are real ones, in memory: a migration that is no SQL fails. */
export class Storage {
  readonly databases = new Map<string, Database>();
  /** Names, each with its jurisdiction if it has one, such as `files (eu)`: each jurisdiction has names of its own. */
  readonly buckets = new Set<string>();
  /** By bucket and key. */
  readonly objects = new Map<string, Buffer>();
  readonly queues = new Map<string, Queue>();

  readonly routes: Routes = {
    "GET /d1/database": ({ query }) =>
      query.get("page") === "1" || query.get("page") === null
        ? [...this.databases].map(([name, { uuid, jurisdiction }]) => ({
            ...{ uuid, name, jurisdiction, version: "production" },
          }))
        : [],
    "POST /d1/database": ({ json }) => {
      const { name: given, jurisdiction = null, primary_location_hint: hint } = json();
      const name = String(given);
      if (this.databases.has(name)) refuse(400, 7502, "A database with that name already exists");
      const uuid = randomUUID();
      this.databases.set(name, { uuid, jurisdiction, hint, file: new DatabaseSync(":memory:") });
      return { uuid, name, version: "production" };
    },
    "GET /d1/database/*": (_, uuid) => {
      const found = [...this.databases].find(([, database]) => database.uuid === uuid);
      return found ? { uuid, name: found[0], version: "production" } : refuse(404, 7404, "no such database");
    },
    "POST /d1/database/*/query": ({ json }, uuid) => {
      const { sql, params } = json() as { sql: string; params?: string[] };
      return this.#asked(uuid ?? "", sql, params ?? []);
    },
    "GET /r2/buckets": ({ jurisdiction }) => {
      const ending = jurisdiction === "" ? "" : ` (${jurisdiction})`;
      const names = [...this.buckets].filter(
        (key) => bucketKey(key.split(" ")[0] ?? "", jurisdiction) === key,
      );
      return { buckets: names.map((key) => ({ name: key.slice(0, key.length - ending.length) })) };
    },
    "POST /r2/buckets": ({ json, jurisdiction }) => {
      const name = bucketKey(String(json().name), jurisdiction);
      if (this.buckets.has(name))
        refuse(409, 10004, "The bucket you tried to create already exists, and you own it.");
      this.buckets.add(name);
      return {};
    },
    "GET /r2/buckets/*": ({ jurisdiction }, name = "") =>
      this.buckets.has(bucketKey(name, jurisdiction))
        ? { name }
        : refuse(404, 10_006, "The specified bucket does not exist."),
    "PUT /r2/buckets/*/objects/*/*": ({ body, jurisdiction }, name = "", ...parts) => {
      const bucket = bucketKey(name, jurisdiction);
      if (!this.buckets.has(bucket)) refuse(404, 10_006, "The specified bucket does not exist.");
      this.objects.set(`${bucket}/${parts.map(decodeURIComponent).join("/")}`, body);
      return {};
    },
    "GET /queues": ({ query }) => {
      const names = query.getAll("name");
      return [...this.queues.values()].filter(
        ({ queue_name: name }) => names.length === 0 || names.includes(name),
      );
    },
    "POST /queues": ({ json }) => {
      const name = String(json().queue_name);
      if (this.queues.has(name)) refuse(409, 11_009, `Queue name '${name}' is already taken.`);
      const queue = { queue_id: randomUUID(), queue_name: name, consumers: [] };
      this.queues.set(name, queue);
      return queue;
    },
    "GET /queues/*/consumers": (_, id) => this.#queue(id).consumers,
    "POST /queues/*/consumers": ({ json }, id) => {
      const { consumers } = this.#queue(id);
      if (consumers.length > 0) refuse(400, 11_004, "The queue already has a consumer.");
      const consumer = this.#consumerOf(json());
      consumers.push(consumer);
      return consumer;
    },
    "PUT /queues/*/consumers/*": ({ json }, id, consumerId) => {
      const { consumers } = this.#queue(id);
      const at = consumers.findIndex((each) => each.consumer_id === consumerId);
      if (at < 0) refuse(404, 11_003, "no such consumer");
      return (consumers[at] = { ...this.#consumerOf(json()), consumer_id: consumerId });
    },
  };

  #queue(id: string | undefined): Queue {
    const found = [...this.queues.values()].find(({ queue_id: each }) => each === id);
    return found ?? refuse(404, 11_000, "no such queue");
  }

  #consumerOf(asked: Record<string, unknown>): Record<string, unknown> {
    const dead = asked.dead_letter_queue;
    if (typeof dead === "string" && !this.queues.has(dead)) refuse(400, 11_005, `no queue ${dead}`);
    const { script_name: script } = asked;
    return { consumer_id: randomUUID(), type: "worker", ...asked, script, environment: "production" };
  }

  /** As D1 does: all statements of one call in one transaction. */
  #asked(uuid: string, sql: string, params: string[]): unknown {
    const database = [...this.databases.values()].find((each) => each.uuid === uuid);
    if (!database) return refuse(404, 7404, "no such database");
    const { file } = database;
    try {
      if (/^\s*(SELECT|PRAGMA)/i.test(sql)) {
        return [{ results: file.prepare(sql).all(...params), success: true, meta: { duration: 0 } }];
      }
      file.exec("BEGIN");
      try {
        file.exec(sql);
        file.exec("COMMIT");
      } catch (error) {
        file.exec("ROLLBACK");
        throw error;
      }
      return [{ results: [], success: true, meta: { duration: 0 } }];
    } catch (error) {
      return refuse(400, 7500, error instanceof Error ? error.message : String(error));
    }
  }
}
