import type { MessageBody } from "#workers/contract/message-body.ts";
import type { Ctx } from "../../ctx.ts";
import { Marker } from "../../links/mark.ts";
import { keepingRunLinks, type RunLinks } from "../../links/run-links.ts";
import type { LinkPlace } from "../../links/shorten.ts";
import type { Components } from "#workers/contract/templates/template.ts";
import type { RunRow } from "../run-row.ts";

/** Links in what runs of a page say, where a run waits for their click. */
export class Clicks {
  readonly #ctx: Ctx;
  readonly #place: LinkPlace | undefined;
  readonly #said: RunLinks[] = [];

  /** Without a place nothing is replaced. */
  constructor(ctx: Ctx, place: LinkPlace | undefined) {
    [this.#ctx, this.#place] = [ctx, place];
  }

  inBody(body: MessageBody, of: Of): MessageBody {
    return this.#marking(of, body, (marker) => marker.inBody(body));
  }

  inValues(components: Components, values: Record<string, string>, of: Of): Record<string, string> {
    return this.#marking(of, values, (marker) => marker.inValues(components, values));
  }

  statements(): D1PreparedStatement[] {
    const { db, enterpriseId, now } = this.#ctx;
    return keepingRunLinks(db, enterpriseId, this.#said, now());
  }

  #marking<Given>({ row, effect }: Of, given: Given, mark: (marker: Marker) => Given): Given {
    if (!this.#place || !effect.clicks) return given;
    const marker = new Marker(this.#place);
    const made = mark(marker);
    this.#said.push({ key: effect.key, identityId: row.identityId, marked: marker.marked });
    return made;
  }
}

interface Of {
  row: Pick<RunRow, "identityId">;
  effect: { key: string; clicks?: boolean };
}
