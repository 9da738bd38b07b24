import { ENCODER, encoderKey } from "#workers/nlu/encoder/current.ts";
import { BUCKETS, DATABASES, ENCODER_FILE, PAGES, PLACEHOLDERS, QUEUES, WORKERS } from "../lib/topology.ts";
import { describePlace, type Place } from "./places.ts";

const FILES = "chatbird-files";

/** Steps of a deploy, as data: the order is tested, `--dry-run` prints it, and account.ts carries out each kind. */
export type Step =
  | { kind: "build" }
  | { kind: "packages" }
  | { kind: "database"; name: string; place?: Place | undefined }
  | { kind: "bucket"; name: string; place?: Place | undefined }
  | { kind: "queue"; name: string }
  | { kind: "configs" }
  | { kind: "secrets" }
  | { kind: "migrate"; database: string }
  | { kind: "file"; bucket: string; key: string; file: string; place?: Place | undefined }
  | { kind: "placeholder"; name: string; entrypoint: string }
  | { kind: "worker"; name: string; dir: string }
  | { kind: "project"; name: string }
  | { kind: "pages"; name: string };

/**
 * Migrations only ever add, so the databases go first: the running code tolerates a new column, and the new code needs
 * it. Then every Worker before those that bind it, and the screens last. Places are of stores by name: where one is made
 * can't be changed later.
 */
export function plan(places: Record<string, Place> = {}): Step[] {
  return [
    { kind: "build" },
    { kind: "packages" },
    ...DATABASES.map(({ name }): Step => ({ kind: "database", name, place: places[name] })),
    ...BUCKETS.map(({ name }): Step => ({ kind: "bucket", name, place: places[name] })),
    // The dead letters' queue first: the other one's consumer names it.
    ...QUEUES.toReversed().map((name): Step => ({ kind: "queue", name })),
    { kind: "configs" },
    // One step for all: Workers that name the same secret must hold the same value.
    { kind: "secrets" },
    ...DATABASES.map(({ name }): Step => ({ kind: "migrate", database: name })),
    { kind: "file", bucket: FILES, key: encoderKey(ENCODER), file: ENCODER_FILE, place: places[FILES] },
    ...PLACEHOLDERS.map((each): Step => ({ kind: "placeholder", ...each })),
    ...WORKERS.map(({ name, dir }): Step => ({ kind: "worker", name, dir })),
    { kind: "project", name: PAGES.name },
    { kind: "pages", name: PAGES.name },
  ];
}

export function describe(step: Step): string {
  switch (step.kind) {
    case "build":
      return "Build the screens, the Pages function and the Workers";
    case "packages":
      return "Write what is shipped to dist/sbom.json, and ask npm for known holes in it, where there is a network";
    case "database":
      return `Create the D1 database ${step.name} if there is none${describePlace(step.place)}`;
    case "bucket":
      return `Create the R2 bucket ${step.name} if there is none${describePlace(step.place)}`;
    case "queue":
      return `Create the queue ${step.name} if there is none`;
    case "configs":
      return "Write the Workers' configurations with this account's database ids to dist/deploy";
    case "secrets":
      return "Generate the secrets that the account lacks; those it has are left alone";
    case "migrate":
      return `Apply missing migrations to ${step.database}`;
    case "file":
      return `Put ${step.file} into the bucket ${step.bucket} as ${step.key}`;
    case "placeholder":
      return `Create an empty Worker ${step.name} if there is none: one that it binds binds it, too`;
    case "worker":
      return `Deploy the Worker ${step.name} (${step.dir})`;
    case "project":
      return `Create the Pages project ${step.name} if there is none`;
    case "pages":
      return `Deploy the screens to Pages (${step.name})`;
    default:
      return step satisfies never;
  }
}
