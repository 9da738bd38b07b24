import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "#workers/contract/endpoint.ts";
import { ROOT } from "./topology.ts";

export interface ListedEndpoint {
  /** The exported name: the call's only one, unique over all sections. */
  id: string;
  endpoint: Endpoint;
}

const FOLDER = join(ROOT, "workers/contract/endpoints");

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;

const modules = await Promise.all(
  readdirSync(FOLDER).map((file) => import(join(FOLDER, file)) as Promise<Record<string, unknown>>),
);

/** Every call of the contract, read from its folder: nobody keeps a list that each new call would have to touch. */
export const allEndpoints: ListedEndpoint[] = modules.flatMap((exported) =>
  Object.entries(exported).flatMap(([id, value]) => (isEndpoint(value) ? [{ id, endpoint: value }] : [])),
);
