import type { Harness } from "#tests/support/harness.ts";
import type { Person } from "#tests/support/people.ts";
import * as libraryApi from "#workers/contract/endpoints/library.ts";
import { artifactTypes } from "#workers/contract/library.ts";

/** Switches the library of somebody's enterprise on; a session that was believed before knows it by the next change. */
export const switchLibraryOn = (harness: Harness, { enterpriseId }: Pick<Person, "enterpriseId">) =>
  harness.env.DIRECTORY.prepare(
    `UPDATE enterprises SET features = json_patch(features, '{"artifacts":true}') WHERE id = ?`,
  )
    .bind(enterpriseId)
    .run();

/** An entry and a bucket of theirs, both shared. */
export async function fillLibrary(harness: Harness, owner: Person) {
  await switchLibraryOn(harness, owner);
  const bucket = await owner.call(libraryApi.createBucket, {
    body: { name: "Canary bucket", isPublic: true },
  });
  const artifact = await owner.call(libraryApi.createArtifact, {
    body: {
      type: artifactTypes.message,
      data: { name: "Canary reply", text: "canary {name}" },
      isPublic: true,
      bucketId: bucket.id,
    },
  });
  return { artifact, bucket };
}
