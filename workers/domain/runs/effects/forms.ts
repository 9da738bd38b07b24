import type { Ctx } from "../../ctx.ts";
import type { Effect } from "../../flow/effects.ts";
import type { Person } from "../people.ts";
import type { RunRow } from "../run-row.ts";
import type { Talk } from "./messages.ts";
import type { Some } from "../../some-rows.ts";

const LINKS = `INSERT INTO form_links (token, enterprise_id, form_id, kind, customer, identity_id, run_id, key, single_use, until, created_at)
  SELECT value->>0, ?2, value->>1, 'run', value->>2, value->>3, value->>4, value->>5, 1, value->>6, ?3 FROM json_each(?1)`;
const SUBMIT = `INSERT INTO form_submissions (id, enterprise_id, form_id, version, answer_id, answers, customer, identity_id, run_id, language, at)
  SELECT value->>0, ?2, value->>1, value->>2, value->>3, value->'$[4]', value->>5, value->>6, value->>7, value->>8, ?3 FROM json_each(?1)`;

/** Forms that runs of a page send by a link, and answers that were given to them in the chat. */
export class Forms {
  readonly #ctx: Ctx;
  readonly #newLink: () => { token: string; url: string };
  readonly #talk: Talk;
  readonly #links: unknown[] = [];
  readonly #submissions: unknown[] = [];

  constructor(ctx: Ctx, newLink: () => { token: string; url: string }, talk: Talk) {
    [this.#ctx, this.#newLink, this.#talk] = [ctx, newLink, talk];
  }

  /** The link works once, for this person, as long as the run waits. */
  ask(
    { key, formId, text, button, until }: Extract<Effect, { kind: "form" }>,
    { id, instanceId }: RunRow,
    person: Person,
  ): void {
    const { token, url } = this.#newLink();
    this.#links.push([token, formId, person.customer, person.identityId, id, key, until]);
    const body = { kind: "text" as const, text: `${text}\n\n${button}: ${url}` };
    this.#talk.say(person, { body, by: "bot", byId: instanceId, cause: `run:${key}` });
  }

  submit(
    { key, formId, version, language, answers }: Extract<Effect, { kind: "submission" }>,
    { id }: RunRow,
    person: Person,
  ): void {
    this.#submissions.push([
      this.#ctx.newId(),
      formId,
      version,
      key,
      answers,
      person.customer,
      person.identityId,
      id,
      language,
    ]);
  }

  statements(some: Some): D1PreparedStatement[] {
    const { enterpriseId, now } = this.#ctx;
    return [
      ...some(this.#links, LINKS, enterpriseId, now()),
      ...some(this.#submissions, SUBMIT, enterpriseId, now()),
    ];
  }
}
