import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { lookOf } from "#app/features/message-preview/looks.ts";
import { MessagePreview } from "#app/features/message-preview/message-preview.tsx";
import { automationTryTexts } from "#texts/automation-try.ts";
import type { GraphNode } from "#workers/contract/automation/graph.ts";
import {
  allChannelTypes,
  channelTypeName,
  channelTypes,
  type ChannelType,
} from "#workers/contract/channel-types.ts";
import { getTemplate } from "#workers/contract/endpoints/templates.ts";
import { alwaysOn } from "./previewable.ts";
import { previewed } from "./previewed.ts";

const texts = automationTryTexts.preview;

/** A preview of a step's message, as it looks on a channel. */
export function NodePreview({ node }: { node: Pick<GraphNode, "type" | "data"> }) {
  const { templateId } = node.data;
  return (
    <section aria-labelledby="node-preview" className="grid gap-2">
      <h3 id="node-preview" className="font-semibold">
        {texts.title}
      </h3>
      {node.type !== "sendTemplate" ? (
        <OnChannel node={node} />
      ) : typeof templateId === "string" && templateId !== "" ? (
        <OfTemplate id={templateId} />
      ) : (
        <p className="text-[0.8125rem] text-muted">{texts.noTemplate}</p>
      )}
    </section>
  );
}

function OnChannel({ node }: { node: Pick<GraphNode, "type" | "data"> }) {
  const [chosen, setChannel] = useState<ChannelType>(channelTypes.whatsApp);
  const fixed = alwaysOn(node);
  const channel = fixed ?? chosen;
  const shown = previewed(node, channel);
  return (
    <>
      {fixed === undefined && (
        <Field label={texts.channel}>
          <Select
            value={String(channel)}
            options={allChannelTypes.map((type) => ({ value: String(type), label: channelTypeName(type) }))}
            onChange={(type) => setChannel(Number(type) as ChannelType)}
          />
        </Field>
      )}
      {"none" in shown ? (
        <p className="text-[0.8125rem] text-muted">{shown.none}</p>
      ) : (
        <>
          <MessagePreview category="UTILITY" components={shown.components} look={lookOf(channel).className} />
          {shown.note && <p className="text-xs text-muted">{shown.note}</p>}
        </>
      )}
    </>
  );
}

/** A template is one channel's: it looks as it does there, with its samples. */
function OfTemplate({ id }: { id: string }) {
  const { answer, failure, asking, reload } = useQueryOf(getTemplate, { params: { id } });
  if (failure) return <ErrorState text={failure.message} busy={asking} onRetry={reload} />;
  if (!answer) return <BusyLine />;
  const { category, components, channel } = answer.template;
  return (
    <>
      <MessagePreview category={category} components={components} look={lookOf(channel.type).className} />
      <p className="text-xs text-muted">{texts.samples(channel.name)}</p>
    </>
  );
}
