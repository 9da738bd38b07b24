import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { trainingTexts as texts } from "#texts/training.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { diffVersions, type VersionSummary } from "#workers/contract/endpoints/training.ts";

const TONES = { added: "success", removed: "danger", changed: "warning" } as const;

/** Compares the training data of two versions; "now" is the stored content. */
export function VersionDiff({ agentId, versions }: { agentId: string; versions: VersionSummary[] }) {
  const [from, setFrom] = useState(String(versions[0]?.version ?? 0));
  const [to, setTo] = useState("0");
  const [diff, setDiff] = useState<ReplyOf<typeof diffVersions>>();
  const { busy, failure, send } = useSend();
  const options = [
    { value: "0", label: texts.storedNow },
    ...versions
      .filter(({ hasContent }) => hasContent)
      .map(({ version }) => ({ value: String(version), label: texts.version(version) })),
  ];
  const compare = () => {
    const query = { from: Number(from), to: Number(to) };
    return send(() => call(diffVersions, { params: { id: agentId }, query }), setDiff);
  };
  return (
    <section aria-labelledby="diff-title" className="grid grid-cols-1 gap-3">
      <h2 id="diff-title" className="text-lg font-semibold">
        {texts.compareWith}
      </h2>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={texts.from}>
          <Select value={from} options={options} onChange={setFrom} />
        </Field>
        <Field label={texts.to}>
          <Select value={to} options={options} onChange={setTo} />
        </Field>
        <Button busy={busy} onClick={() => void compare()}>
          {texts.compareWith}
        </Button>
      </div>
      <Failure text={failure} />
      <div aria-live="polite" className="grid gap-2">
        {diff && diff.intents.length === 0 && diff.entities.length === 0 && (
          <p className="text-muted">{texts.sameContent}</p>
        )}
        {diff?.intents.map(({ name, change, added, removed, addedCount, removedCount, otherwise }) => (
          <article key={name} className="rounded-lg border border-line px-3 py-2">
            <h3 className="flex flex-wrap items-center gap-2 font-medium">
              {name} <Badge tone={TONES[change]}>{texts.intentChange[change]}</Badge>
              {addedCount > 0 && <span className="text-muted">{texts.phrasesAdded(addedCount)}</span>}
              {removedCount > 0 && <span className="text-muted">{texts.phrasesRemoved(removedCount)}</span>}
              {otherwise.length > 0 && <span className="text-muted">{otherwise.join(", ")}</span>}
            </h3>
            <ul className="mt-1 text-[0.8125rem]">
              {added.slice(0, 20).map((phrase) => (
                <li key={phrase} className="break-words text-success-ink">
                  + {phrase}
                </li>
              ))}
              {removed.slice(0, 20).map((phrase) => (
                <li key={phrase} className="break-words text-danger-ink">
                  − {phrase}
                </li>
              ))}
            </ul>
          </article>
        ))}
        {diff?.entities.map(({ name, change }) => (
          <p key={name} className="flex items-center gap-2">
            {texts.entityLine(name)} <Badge tone={TONES[change]}>{texts.intentChange[change]}</Badge>
          </p>
        ))}
      </div>
    </section>
  );
}
