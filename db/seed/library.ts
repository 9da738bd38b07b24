import {
  createArtifact,
  createBucket,
  listArtifacts,
  listBuckets,
} from "#workers/contract/endpoints/library.ts";
import { type ArtifactKind, artifactTypes } from "#workers/contract/library.ts";
import type { ApiClient } from "./client.ts";

const BUCKET = "Greetings";

interface SeedEntry {
  kind: ArtifactKind;
  name: string;
  data: {
    desc?: string;
    text?: string;
    address?: string;
    latitude?: number;
    longitude?: number;
    url?: string;
  };
  inBucket?: true;
}

const ENTRIES: readonly SeedEntry[] = [
  {
    kind: "message",
    name: "Welcome",
    data: { text: "Hello {name|there}, this is {agent} of Demo Bank. How may I help you?" },
    inBucket: true,
  },
  {
    kind: "message",
    name: "Still there?",
    data: { text: "Are you still there, {name|dear customer}? I will keep this chat open for you." },
    inBucket: true,
  },
  {
    kind: "map",
    name: "Fort branch",
    data: { address: "Horniman Circle, Fort, Mumbai 400001", latitude: 18.9321, longitude: 72.8347 },
  },
  {
    kind: "url",
    name: "Report a lost card",
    data: { desc: "Open day and night", url: "https://bank.example/lost-card" },
  },
  { kind: "tag", name: "Needs a call", data: {} },
];

/** Puts a few entries into the demo's library; does nothing where there are some. */
export async function seedLibrary(client: ApiClient, log: (line: string) => void): Promise<void> {
  const { artifacts } = await client.call(listArtifacts, { query: { perPage: -1 } });
  const missing = ENTRIES.filter(({ name }) => artifacts.every(({ data }) => data.name !== name));
  if (missing.length === 0) return;
  log(`Adding ${missing.length} entries to the library`);
  const { list } = await client.call(listBuckets, { query: {} });
  const bucket =
    list.find(({ name }) => name === BUCKET) ??
    (await client.call(createBucket, { body: { name: BUCKET, isPublic: true } }));
  for (const { kind, name, data, inBucket } of missing) {
    await client.call(createArtifact, {
      body: {
        type: artifactTypes[kind],
        data: { name, ...data },
        isPublic: true,
        bucketId: inBucket ? bucket.id : "",
      },
    });
  }
}
