import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { MessagePreview } from "#app/features/message-preview/message-preview.tsx";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type { AgentFile } from "#workers/contract/agent-file.ts";
import type { PackageContent, PackagedTemplate } from "#workers/contract/marketplace/package.ts";
import { jsonOf, screensOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import { Steps } from "./steps.tsx";

const FormPreview = lazilyShown(
  () => import("#app/features/form-editor/preview.tsx"),
  (module) => module.Preview,
  () => <SkeletonRows rows={4} />,
);
const Phone = lazilyShown(
  () => import("#app/features/flow-editor/phone.tsx"),
  (module) => module.Phone,
  () => <SkeletonRows rows={4} />,
);

/** All that a package holds, to be looked at; nothing of it is the enterprise's yet. */
export function Contents({ content }: { content: PackageContent }) {
  switch (content.kind) {
    case "journey":
    case "encap":
      return (
        <>
          {content.file.automations.map(({ id, name, graph }) => (
            <Section key={id} title={content.file.automations.length > 1 ? name : texts.drawing}>
              <Steps graph={graph} />
            </Section>
          ))}
          {content.file.templates.length > 0 && (
            <Section title={texts.templatesOf}>
              <ul className="grid gap-2">
                {content.file.templates.map(({ id, name, text }) => (
                  <li key={id}>
                    <span className="font-medium">{name}</span>: {text}
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {content.file.forms.map((form) => (
            <Section key={form.id} title={form.name}>
              <FormPreview form={form.content} />
            </Section>
          ))}
        </>
      );
    case "bot":
      return (
        <Section title={texts.intentsOf}>
          <Intents file={content.file} />
        </Section>
      );
    case "form":
      return (
        <Section title={texts.fieldsOf}>
          <FormPreview form={content.form.content} />
        </Section>
      );
    case "flow": {
      const json = jsonOf(content.flow.content);
      return (
        <Section title={texts.screensOf}>
          <Phone content={json} screen={textOf(screensOf(json)[0]?.id)} />
        </Section>
      );
    }
    case "templates":
      return (
        <Section title={texts.templatesOf}>
          <Templates templates={content.templates} />
        </Section>
      );
    default:
      return content satisfies never;
  }
}

const Section = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className="grid gap-2">
    <h3 className="font-semibold">{title}</h3>
    {children}
  </section>
);

/** So many phrases of each intent are shown. */
const MOST_PHRASES = 3;

const Intents = ({ file }: { file: AgentFile }) => (
  <ul className="grid gap-3 sm:grid-cols-2">
    {file.stories.flatMap(({ name: story, intents }) =>
      intents.map(({ name, response, phrases }) => (
        <li key={`${story} ${name}`} className="grid content-start gap-1 rounded-lg border border-line p-3">
          <p className="font-medium">
            <bdi>{name}</bdi>
          </p>
          {response && <p className="[overflow-wrap:anywhere]">{response}</p>}
          <p className="text-[0.8125rem] text-muted">{texts.phrases(phrases.length)}</p>
          <ul className="list-disc pl-5 text-[0.8125rem] text-muted">
            {phrases.slice(0, MOST_PHRASES).map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </li>
      )),
    )}
  </ul>
);

const Templates = ({ templates }: { templates: readonly PackagedTemplate[] }) => (
  <ul className="grid gap-4 sm:grid-cols-2">
    {templates.map(({ name, language, category, components }) => (
      <li key={`${name} ${language}`} className="grid content-start gap-2" lang={language}>
        <p className="font-medium">{name}</p>
        <MessagePreview category={category} components={components} />
      </li>
    ))}
  </ul>
);
