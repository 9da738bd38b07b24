import { type FormEvent, useState } from "react";
import { call } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formatShare } from "#app/lib/format.ts";
import { botsTexts } from "#texts/bots.ts";
import { genAiTexts as texts } from "#texts/gen-ai.ts";
import { searchKnowledge } from "#workers/contract/endpoints/knowledge.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { SourceLink } from "../try-it/source-link.tsx";

/** Previews the knowledge base's results for a question. */
export function TryQuestion({ agentId }: { agentId: string }) {
  const [question, setQuestion] = useState("");
  const [found, setFound] = useState<ReplyOf<typeof searchKnowledge>>();
  const { busy, failure, send } = useSend();
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === "") return;
    void send(() => call(searchKnowledge, { params: { id: agentId }, query: { question } }), setFound);
  };
  return (
    <section aria-labelledby="try-question" className="mt-8 border-t border-line pt-4">
      <h3 id="try-question" className="mb-2 font-semibold">
        {texts.tryTitle}
      </h3>
      <form onSubmit={ask} className="flex items-end gap-2">
        <Field label={texts.question} className="flex-1">
          <TextInput value={question} maxLength={500} onChange={(event) => setQuestion(event.target.value)} />
        </Field>
        <Button type="submit" busy={busy}>
          {texts.ask}
        </Button>
      </form>
      <Failure text={failure} className="mt-3" />
      <div aria-live="polite" className="mt-3 grid gap-2">
        {found?.length === 0 && <p className="text-muted">{texts.nothingFound}</p>}
        {found?.map(({ text, heading, source, score }) => (
          <article key={`${source}${text.slice(0, 40)}`} className="rounded-lg border border-line px-3 py-2">
            {heading && <h4 className="font-medium">{heading}</h4>}
            <p className="break-words whitespace-pre-line">{text}</p>
            <p className="mt-1 flex flex-wrap gap-3 text-[0.8125rem] text-muted">
              <SourceLink source={source}>{botsTexts.viewSource}</SourceLink>
              {texts.coverage(formatShare(score))}
            </p>
          </article>
        ))}
      </div>
    </section>
  );
}
