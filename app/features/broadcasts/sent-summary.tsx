import type { ReactNode } from "react";
import { conditionText } from "#app/features/customers/field-conditions.ts";
import { useConditionWords } from "#app/features/customers/use-field-names.ts";
import { useTaggingNames } from "#app/features/customers/use-tagging-names.ts";
import { MessagePreview } from "#app/features/message-preview/message-preview.tsx";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";
import type { FieldFilter } from "#workers/contract/field-filter.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { categories, isTemplateType } from "#workers/contract/templates/template.ts";
import { labelOf } from "#workers/contract/variable-label.ts";
import { unsubscribeWords } from "#workers/contract/templates/unsubscribing.ts";
import { componentsOf, LOOKS } from "./previewed.ts";
import { recipientWords } from "./recipient-words.ts";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.view;
/** So many numbers are named. */
const SHOWN = 50;

type SentBroadcast = Pick<
  BroadcastDetail,
  "channelName" | "channelType" | "phoneNumbers" | "audience" | "message" | "columnMapping"
> & {
  /** Undefined where it cannot be shown, such as one that was deleted. */
  template: { name: string; language?: string } | undefined;
};

/** The message with its files and the values that are the same for all. */
export function SentPreview({
  template,
  channelType,
  sent: { message, columnMapping },
}: {
  template: Omit<BroadcastDetail["template"], "name">;
  channelType: number;
  sent: Pick<SentBroadcast, "message" | "columnMapping">;
}) {
  const type = isTemplateType(channelType) ? channelType : channelTypes.whatsApp;
  const components = componentsOf(template.components, {
    media: message.template.media,
    cards: Object.fromEntries(
      message.template.cards.flatMap(({ media }, at) => (media ? [[at, media] as const] : [])),
    ),
    mappings: Object.fromEntries(columnMapping.map(({ variable, ...mapping }) => [variable, mapping])),
  });
  const category = categories.find((each) => each === template.category) ?? "UTILITY";
  return (
    <MessagePreview
      category={category}
      components={components}
      look={LOOKS[type]}
      unsubscribe={unsubscribeWords(type, { ...template, category })}
    />
  );
}

/** Summarises the message and its recipients, beside a preview. */
export function SentSummary({
  title,
  sent: { channelName, channelType, phoneNumbers, audience, message, columnMapping, template },
  preview,
  children,
}: {
  title: string;
  sent: SentBroadcast;
  preview: ReactNode;
  /** Further entries, below the template and the channel. */
  children?: ReactNode;
}) {
  const { fields } = texts;
  const language = template?.language ? ` (${template.language})` : "";
  return (
    <Section title={title}>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <dl className="grid content-start gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <Entry name={broadcastsTexts.head.template}>
            {`${template?.name ?? message.template.templateId}${language}`}
          </Entry>
          <Entry name={fields.channel}>{channelName || broadcastsTexts.noChannel}</Entry>
          {children}
          {phoneNumbers.length > 0 && (
            <Entry name={recipientWords(channelType).sent}>
              {phoneNumbers.slice(0, SHOWN).join(", ")}
              {phoneNumbers.length > SHOWN && ` ${texts.numbersMore(phoneNumbers.length - SHOWN)}`}
            </Entry>
          )}
          {audience.customerIds.length > 0 && (
            <Entry name={fields.people}>{texts.peopleCount(audience.customerIds.length)}</Entry>
          )}
          {audience.filter && (
            <Entry name={fields.audience}>
              <AudienceWords filter={audience.filter} />
            </Entry>
          )}
          {audience.file && <Entry name={fields.file}>{audience.file.name}</Entry>}
          {columnMapping.length > 0 && (
            <Entry name={fields.mapping}>
              <ul className="grid gap-1">
                {columnMapping.map(({ variable, type: kind, value }) => (
                  <li key={variable}>
                    <code>{variableOf(variable)}</code>
                    {`: ${value} `}
                    <span className="text-[0.8125rem] text-muted">{broadcastsTexts.form.types[kind]}</span>
                  </li>
                ))}
              </ul>
            </Entry>
          )}
        </dl>
        {preview}
      </div>
    </Section>
  );
}

/** A variable by the key of its mapping, such as `body/1`; a code has no name of its own. */
export const variableOf = (key: string): string =>
  labelOf({
    name: key,
    label: key.slice(key.lastIndexOf("/") + 1),
    type: key.includes("/") ? "TEXT" : "CODE",
  });

/** A term of a summary and what it is. */
export function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere] max-sm:-mt-2">{children}</dd>
    </>
  );
}

function AudienceWords({ filter }: { filter: NonNullable<BroadcastDetail["audience"]["filter"]> }) {
  const seesCustomers = useCan()("CUSTOMER.VIEW");
  return seesCustomers ? <NamedAudience filter={filter} /> : <>{wordsOf(filter, (id) => id)}</>;
}

function NamedAudience({ filter }: { filter: NonNullable<BroadcastDetail["audience"]["filter"]> }) {
  const nameOf = useTaggingNames(filter);
  const conditionOf = useConditionWords(filter.fields ?? []);
  return <>{wordsOf(filter, (id) => nameOf(id) ?? id, conditionOf)}</>;
}

function wordsOf(
  { search, groups, tags, fields = [] }: NonNullable<BroadcastDetail["audience"]["filter"]>,
  nameOf: (id: string) => string,
  conditionOf: (condition: FieldFilter) => string = conditionText,
): string {
  const words = [
    ...(groups.length > 0 ? [texts.inGroups(groups.map(nameOf).join(", "))] : []),
    ...(tags.length > 0 ? [texts.withLabels(tags.map(nameOf).join(", "))] : []),
    ...(search ? [broadcastsTexts.form.searched(search)] : []),
    ...fields.map((each) => broadcastsTexts.form.condition(conditionOf(each))),
  ];
  return words.length > 0 ? words.join("; ") : broadcastsTexts.form.everybody;
}
