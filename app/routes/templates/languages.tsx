import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { can, useSession } from "#app/session/session.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import {
  copyTemplate,
  getTemplate,
  listTemplates,
  type MessageTemplate,
} from "#workers/contract/endpoints/templates.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { languageChoices, languageName } from "./language-name.ts";
import { StateBadge } from "./state-badge.tsx";
import { LIST } from "./template-news.ts";

/** The same template in its other languages, their words beside this one's, and a way to another one. */
export function Languages({
  template: { id, language },
  languages,
}: {
  template: MessageTemplate;
  languages: ReplyOf<typeof getTemplate>["languages"];
}) {
  const { profile } = useSession();
  return (
    <section aria-labelledby="template-languages" className="grid gap-3 rounded-lg border border-line p-4">
      <h2 id="template-languages" className="font-semibold">
        {texts.languages}
      </h2>
      <ul className="grid gap-2">
        <li className="font-medium">{texts.thisLanguage(languageName(language))}</li>
        {languages.map((each) => (
          <li key={each.id} className="grid gap-1">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <Link
                to={`${LIST}/${each.id}`}
                className="inline-flex min-h-6 items-center text-accent-ink hover:underline"
              >
                {languageName(each.language)}
              </Link>
              <StateBadge status={each.status} />
            </span>
            <details>
              <summary className="min-h-6 cursor-pointer text-[0.8125rem] text-muted">
                {texts.showWords(languageName(each.language))}
              </summary>
              <p
                lang={each.language.replace("_", "-")}
                className="whitespace-pre-wrap [overflow-wrap:anywhere]"
              >
                {each.text || texts.noWords}
              </p>
            </details>
          </li>
        ))}
      </ul>
      {can(profile, ["MSG_TEMPLATES.CREATE"]) && (
        <AddLanguage id={id} there={[language, ...languages.map((each) => each.language)]} />
      )}
    </section>
  );
}

function AddLanguage({ id, there }: { id: string; there: readonly string[] }) {
  const navigate = useNavigate();
  const choices = languageChoices.filter(({ value }) => !there.includes(value));
  const [picked, setPicked] = useState("");
  const language = picked || choices[0]?.value || "";
  const sending = useSend();
  const add = () =>
    sending.send(
      () => request(copyTemplate, { params: { id }, body: { language } }),
      async ({ payload }) => {
        await Promise.all([invalidate(getTemplate), invalidate(listTemplates)]);
        await navigate(`${LIST}/${payload.id}`);
      },
    );
  if (choices.length === 0) return null;
  return (
    <>
      <Failure text={sending.failure} />
      <div className="flex items-center gap-2">
        <Select
          aria-label={texts.otherLanguage}
          className="min-w-0 flex-1"
          value={language}
          options={choices}
          onChange={setPicked}
        />
        <Button busy={sending.busy} onClick={() => void add()}>
          {texts.addLanguage}
        </Button>
      </div>
    </>
  );
}
