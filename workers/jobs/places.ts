import type { EnterpriseId } from "#workers/contract/ids.ts";
import { describe } from "#workers/domain/error.ts";
import { placeOf } from "#workers/domain/enterprise/enterprise.ts";
import { type Place, USUAL_PLACE } from "#workers/domain/runs/contact-fields.ts";
import { enterpriseOf } from "./links-of.ts";

/** Somebody who moves an enterprise to another zone waits so long until its bots and journeys know. */
const KEPT_MS = 60_000;

/** Where enterprises are, asked of the directory once a minute each. */
export class Places {
  readonly #env: JobsEnv;
  readonly #known = new Map<EnterpriseId, { place: Place; until: number }>();

  constructor(env: JobsEnv) {
    this.#env = env;
  }

  readonly of = async (enterpriseId: EnterpriseId): Promise<Place> => {
    const known = this.#known.get(enterpriseId);
    if (known && known.until > Date.now()) return known.place;
    try {
      const enterprise = await enterpriseOf(this.#env, enterpriseId);
      const place = enterprise ? placeOf(enterprise) : USUAL_PLACE;
      this.#known.set(enterpriseId, { place, until: Date.now() + KEPT_MS });
      return place;
    } catch (error) {
      // A directory that can't be reached must not fail everybody's runs.
      console.log(JSON.stringify({ level: "error", source: "places", failure: describe(error) }));
      return known?.place ?? USUAL_PLACE;
    }
  };
}
