import { CopyPlus, MessageSquareText, Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import { redirect, useNavigate } from "react-router";
import { call, request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { type ListColumn, type ListColumns, useListColumns } from "#app/kit/use-list-columns.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { useSend } from "#app/kit/use-send.ts";
import { TemplatesDrawing } from "#app/components/drawings/templates.tsx";
import { Page } from "#app/components/page.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { RowActions } from "#app/components/ui/row-actions.tsx";
import { FilterSelect } from "#app/components/ui/filter-select.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { can, useSession } from "#app/session/session.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  copyTemplate,
  listTemplates,
  type MessageTemplate,
  syncTemplates,
  TEMPLATES_PAGE,
} from "#workers/contract/endpoints/templates.ts";
import { isApprovedByVendor, templateTypes } from "#workers/contract/templates/template.ts";
import { isTemplateState, templateStates } from "#workers/contract/templates/states.ts";
import type { Route } from "./+types/templates.ts";
import { languageName } from "./language-name.ts";
import { noChannel } from "./no-channel.tsx";
import { RemoveTemplate } from "./remove-template.tsx";
import { newOf, typeChoices, typeIn } from "./shapes.ts";
import { StateBadge } from "./state-badge.tsx";
import { LIST, listenForTemplates } from "./template-news.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

const STATE_CHOICES = [
  { value: "", label: texts.allStates },
  ...templateStates.map((value) => ({ value, label: texts.states[value] })),
];

/** The search, the channel, the state and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { name, from } = listStateIn(url, 100);
  listenForTemplates();
  const { pathname, searchParams } = new URL(url);
  const [channelId, state] = [searchParams.get("channel") ?? "", searchParams.get("state") ?? ""];
  const status = isTemplateState(state) ? state : ("" as const);
  const type = typeIn(searchParams.get("type"));
  const query = { name, from, channelId, status, type };
  const list = await load(listTemplates, { query });
  if (list.answer.templates.length === 0 && from > 0) return redirect(pathname);
  return { list, from, channelId, status, type };
});

/** Message templates of WhatsApp, newest change first. */
export default function Templates({
  loaderData: { list: loaded, from, channelId, status, type },
}: Route.ComponentProps) {
  const { profile } = useSession();
  const listState = useListState();
  const list = useLoaded(loaded);
  const { templates, channels, more, total } = list.answer;
  const columns = useListColumns("templates", COLUMNS);
  const [removed, setRemoved] = useState<MessageTemplate>();
  const mayWrite = can(profile, ["MSG_TEMPLATES.CREATE"]);
  const mayRemove = can(profile, ["MSG_TEMPLATES.DELETE"]);
  const add = (tone: "primary" | "secondary") => (
    <ButtonLink tone={tone} to={newOf(type)} icon={<Plus aria-hidden />}>
      {texts.add}
    </ButtonLink>
  );
  const synced =
    isApprovedByVendor(type) && (channelId || (channels.length === 1 ? channels[0]?.id : undefined));
  const isFiltered = channelId !== "" || status !== "";
  return (
    <Page
      wide
      title={texts.title}
      lead={texts.lead}
      actions={
        mayWrite && (
          <>
            {synced && <Sync channelId={synced} />}
            {channels.length > 0 && add("primary")}
          </>
        )
      }
    >
      <ListScreen
        {...{ listState, texts, list, more, total, from }}
        count={templates.length}
        perPage={TEMPLATES_PAGE}
        chooser={columns.chooser}
        tools={
          <>
            <FilterSelect
              label={texts.typeLabel}
              className="w-full sm:w-auto"
              value={typeChoices[templateTypes.indexOf(type)]?.value ?? ""}
              options={typeChoices}
              onChange={(next) => listState.change({ type: next, channel: "", from: "" })}
            />
            <FilterSelect
              label={texts.channel}
              className="w-full sm:w-auto"
              value={channelId}
              options={[
                { value: "", label: texts.allChannels },
                ...channels.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(next) => listState.change({ channel: next, from: "" })}
            />
            <FilterSelect
              label={texts.status}
              className="w-full sm:w-auto"
              value={status}
              options={STATE_CHOICES}
              onChange={(next) => listState.change({ state: next, from: "" })}
            />
          </>
        }
        empty={
          channels.length === 0
            ? noChannel
            : {
                icon: <MessageSquareText />,
                drawing: isFiltered ? undefined : <TemplatesDrawing />,
                title: isFiltered ? texts.noneFiltered : texts.none,
                text: isFiltered ? texts.noneFilteredText : texts.noneText,
                action: mayWrite && add("secondary"),
              }
        }
      >
        <Rows {...{ templates, columns, mayWrite }} onRemove={mayRemove ? setRemoved : undefined} />
      </ListScreen>
      {removed && <RemoveTemplate template={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  );
}

function Sync({ channelId }: { channelId: string }) {
  const { busy, failure, send } = useSend();
  return (
    <span className="grid gap-1">
      <Button
        busy={busy}
        icon={<RefreshCw aria-hidden />}
        onClick={() =>
          void send(
            () => request(syncTemplates, { body: { channelId } }),
            () => invalidate(listTemplates),
          )
        }
      >
        {texts.sync}
      </Button>
      <Failure text={failure} />
    </span>
  );
}

/** Columns of the list that can be hidden and moved. */
const COLUMNS: readonly ListColumn<MessageTemplate>[] = [
  {
    id: "status",
    name: texts.status,
    cell: ({ status, reason }) => (
      <Td>
        <span className="grid justify-items-start gap-1">
          <StateBadge status={status} />
          {reason && (
            <span className="line-clamp-2 max-w-64 min-w-32 text-[0.8125rem] text-muted">{reason}</span>
          )}
        </span>
      </Td>
    ),
  },
  { id: "category", name: texts.category, cell: ({ category }) => <Td>{texts.categories[category]}</Td> },
  {
    id: "language",
    name: texts.language,
    cell: ({ language }) => <Td className="min-w-28">{languageName(language)}</Td>,
  },
  {
    id: "channel",
    name: texts.channel,
    cell: ({ channel }) => <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere]">{channel.name}</Td>,
  },
  {
    id: "updated",
    name: texts.updated,
    cell: ({ updatedAt }) => <Td className="whitespace-nowrap">{formatMoment(updatedAt)}</Td>,
  },
];

function Rows({
  templates,
  columns: { heads, cells },
  mayWrite,
  onRemove,
}: {
  templates: readonly MessageTemplate[];
  columns: ListColumns<MessageTemplate>;
  mayWrite: boolean;
  onRemove: ((template: MessageTemplate) => void) | undefined;
}) {
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          {heads}
          {(mayWrite || onRemove) && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {templates.map((template) => (
          <tr key={template.id} className="relative">
            <RowTh className="max-w-96 min-w-40">
              <RowLink to={`${LIST}/${template.id}`}>{template.name}</RowLink>
            </RowTh>
            {cells(template)}
            {(mayWrite || onRemove) && (
              <Td>
                <span className="flex">
                  {mayWrite && <CopyButton {...template} />}
                  <RowActions
                    edit={false}
                    remove={
                      onRemove !== undefined && {
                        label: texts.removeOf(template.name),
                        onClick: () => onRemove(template),
                      }
                    }
                  />
                </span>
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Opens the copy: it is written to be changed. */
function CopyButton({ id, name }: Pick<MessageTemplate, "id" | "name">) {
  const navigate = useNavigate();
  const { busy, send } = useSend();
  return (
    <span className="relative z-10">
      <IconButton
        size="sm"
        side="left"
        label={texts.copy(name)}
        disabledReason={busy ? uiTexts.wait : undefined}
        icon={<CopyPlus aria-hidden />}
        onClick={() =>
          void send(
            () => call(copyTemplate, { params: { id }, body: {} }),
            async (copy) => {
              await invalidate(listTemplates);
              await navigate(`${LIST}/${copy.id}`);
            },
          )
        }
      />
    </span>
  );
}
