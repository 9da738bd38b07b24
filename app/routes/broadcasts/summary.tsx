import type { ReactNode } from "react";
import { formatShortDay } from "#app/lib/format.ts";
import { useTaggingNames } from "#app/features/customers/use-tagging-names.ts";
import { MessagePreview } from "#app/features/message-preview/message-preview.tsx";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { categories, isTemplateType } from "#workers/contract/templates/template.ts";
import { labelOf } from "./broadcast-request.ts";
import { componentsOf, LOOKS } from "./previewed.ts";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.view;
/** So many numbers are named. */
const SHOWN = 50;

/** The form as it was sent, to be read. */
export function Summary({ broadcast }: { broadcast: BroadcastDetail }) {
  const { template, message, columnMapping, phoneNumbers, audience, channelType, timezone } = broadcast;
  const type = isTemplateType(channelType) ? channelType : channelTypes.whatsApp;
  const components = componentsOf(template.components, {
    media: message.template.media,
    cards: Object.fromEntries(
      message.template.cards.flatMap(({ media }, at) => (media ? [[at, media] as const] : [])),
    ),
    mappings: Object.fromEntries(columnMapping.map(({ variable, ...mapping }) => [variable, mapping])),
  });
  const category = categories.find((each) => each === template.category) ?? "UTILITY";
  const { fields } = texts;
  const starts = broadcast.startAt && `${formatShortDay(broadcast.startAt)} (${timezone})`;
  return (
    <Section title={texts.summary}>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <dl className="grid content-start gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <Entry name={broadcastsTexts.head.template}>{`${template.name} (${template.language})`}</Entry>
          {broadcast.name !== template.name && <Entry name={fields.name}>{broadcast.name}</Entry>}
          <Entry name={fields.channel}>{broadcast.channelName || broadcastsTexts.noChannel}</Entry>
          <Entry name={fields.by}>{broadcast.user.name}</Entry>
          <Entry name={fields.created}>{formatShortDay(broadcast.createdOn)}</Entry>
          {starts && <Entry name={fields.starts}>{starts}</Entry>}
          {broadcast.startedAt && <Entry name={fields.started}>{formatShortDay(broadcast.startedAt)}</Entry>}
          {broadcast.endedAt && <Entry name={fields.ended}>{formatShortDay(broadcast.endedAt)}</Entry>}
          {phoneNumbers.length > 0 && (
            <Entry name={fields.numbers}>
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
        <MessagePreview category={category} components={components} look={LOOKS[type]} />
      </div>
    </Section>
  );
}

/** A variable by the key of its mapping, such as `body/1`; a code has no name of its own. */
const variableOf = (key: string): string =>
  labelOf({
    name: key,
    label: key.slice(key.lastIndexOf("/") + 1),
    type: key.includes("/") ? "TEXT" : "CODE",
  });

function Entry({ name, children }: { name: string; children: ReactNode }) {
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
  return <>{wordsOf(filter, (id) => nameOf(id) ?? id)}</>;
}

function wordsOf(
  { search, groups, tags }: NonNullable<BroadcastDetail["audience"]["filter"]>,
  nameOf: (id: string) => string,
): string {
  const words = [
    ...(groups.length > 0 ? [texts.inGroups(groups.map(nameOf).join(", "))] : []),
    ...(tags.length > 0 ? [texts.withLabels(tags.map(nameOf).join(", "))] : []),
    ...(search ? [broadcastsTexts.form.searched(search)] : []),
  ];
  return words.length > 0 ? words.join("; ") : broadcastsTexts.form.everybody;
}
