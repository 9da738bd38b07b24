import { Link } from "react-router";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import type { entityUsage } from "#workers/contract/endpoints/entities.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { searchOf } from "../intents/list-state.ts";

export type Usage = ReplyOf<typeof entityUsage>["intents"];

/** Links to the intents that use an entity, each with how it uses it. */
export function EntityUsage({ agentId, usage, hint }: { agentId: string; usage: Usage; hint?: string }) {
  if (usage.length === 0) return null;
  return (
    <section aria-labelledby="usage-title" className="rounded-lg border border-line bg-surface px-4 py-3">
      <h3 id="usage-title" className="font-semibold">
        {texts.usedIn(usage.length)}
      </h3>
      <ul className="mt-1 grid max-h-40 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {usage.map(({ id, storyId, name, phrases, parameters }) => (
          <li key={id} className="min-w-0 py-0.5 break-words">
            <Link
              to={`/bots/${agentId}/intents?${searchOf({ story: storyId, intent: id, open: true }).toString()}`}
              className="inline-block min-h-6 rounded text-accent-ink underline underline-offset-2"
            >
              {name}
            </Link>{" "}
            <span className="text-muted">{texts.usedHow(phrases, parameters)}</span>
          </li>
        ))}
      </ul>
      {hint && <p className="mt-1 text-[0.8125rem] text-muted">{hint}</p>}
    </section>
  );
}
