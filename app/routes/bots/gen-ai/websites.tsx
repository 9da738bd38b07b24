import { Plus, RefreshCw, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { genAiTexts as texts } from "#texts/gen-ai.ts";
import { knowledgeSourcesTexts as sources } from "#texts/knowledge-sources.ts";
import { getKnowledge, rereadKnowledge, type Knowledge } from "#workers/contract/endpoints/knowledge.ts";
import type { KnowledgeDraft } from "./knowledge-draft.ts";
import { SourceState } from "./source-state.tsx";

const RECRAWL = { never: null, daily: 24, weekly: 168, monthly: 720 } as const;
type Recrawl = keyof typeof RECRAWL;

/** The website addresses of the knowledge base, each with its parsing result. */
export function Websites({
  id,
  agentId,
  draft,
  knowledge,
  errors,
  onChange,
}: {
  /** Of the control that the form's summary leads to. */
  id: string;
  agentId: string;
  draft: KnowledgeDraft;
  knowledge: Knowledge;
  errors: Record<string, string>;
  onChange: (change: Partial<KnowledgeDraft>) => void;
}) {
  const [url, setUrl] = useState("");
  const [error, setError] = useState("");
  const toast = useToast();
  const reading = useSend();

  const add = () => {
    const written = url.trim();
    if (written === "") return setError(texts.urlEmpty);
    const whole = /^[a-z]+:\/\//i.test(written) ? written : `https://${written}`;
    if (draft.urls.includes(whole)) return setError(texts.urlTwice);
    onChange({ urls: [...draft.urls, whole] });
    setUrl("");
    setError("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  const readAgain = () => {
    const params = { id: agentId };
    return reading.send(
      () => call(rereadKnowledge, { params }),
      () => invalidate(getKnowledge, { params }),
    );
  };
  const recrawl = (Object.keys(RECRAWL) as Recrawl[]).find((name) => RECRAWL[name] === draft.recrawlHours);

  return (
    <>
      <div className="flex items-start gap-2">
        <Field id={id} label={sources.url} error={error || errors.websitesUrls} className="flex-1">
          <TextInput
            type="url"
            inputMode="url"
            placeholder="https://"
            value={url}
            onChange={(event) => {
              setUrl(event.target.value);
              setError("");
            }}
            onKeyDown={onKeyDown}
          />
        </Field>
        <Button className="mt-6" icon={<Plus aria-hidden />} onClick={add}>
          {sources.addUrl}
        </Button>
      </div>
      <ul className="grid gap-2">
        {draft.urls.map((each, row) => {
          const source = knowledge.sources.find(({ name }) => name === each);
          const problem = errors[`websitesUrls.${row}`];
          return (
            <li key={each} className="rounded-lg border border-line px-3 py-2">
              <div className="flex items-start gap-2">
                <span className="min-w-0 flex-1 break-all">{each}</span>
                <IconButton
                  size="sm"
                  tone="danger"
                  label={sources.removeUrl(each)}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => {
                    onChange({ urls: draft.urls.filter((other) => other !== each) });
                    toast.success(texts.urlRemoved);
                  }}
                />
              </div>
              {problem && <p className="text-[0.8125rem] font-medium text-danger-ink">{problem}</p>}
              {source && <SourceState agentId={agentId} source={source} />}
            </li>
          );
        })}
      </ul>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={sources.depth}>
          <Select
            value={String(draft.crawlDepth)}
            options={sources.depths.map((label, depth) => ({ value: String(depth), label }))}
            onChange={(depth) => onChange({ crawlDepth: Number(depth) })}
          />
        </Field>
        <Field label={sources.recrawl}>
          <Select
            value={recrawl ?? "never"}
            options={(Object.keys(RECRAWL) as Recrawl[]).map((value) => ({
              value,
              label: sources.recrawls[value],
            }))}
            onChange={(value) => onChange({ recrawlHours: RECRAWL[value] })}
          />
        </Field>
      </div>
      <Failure text={reading.failure} />
      {knowledge.websitesUrls.length > 0 && (
        <Button
          className="justify-self-start"
          icon={<RefreshCw aria-hidden />}
          busy={reading.busy}
          onClick={() => void readAgain()}
        >
          {sources.readAgain}
        </Button>
      )}
    </>
  );
}
