import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { MessagePreview } from "#app/features/message-preview/message-preview.tsx";
import { useSettled } from "#app/lib/use-settled.ts";
import { richCardsTexts as texts } from "#texts/rich-cards.ts";
import { channelTypeName, channelTypes } from "#workers/contract/channel-types.ts";
import { previewRichCard } from "#workers/contract/endpoints/rich-cards.ts";
import { type RichCardContent, type RichCardType, richCardTypes } from "#workers/contract/rich-card.ts";
import { componentsOf } from "./rich-card-draft.ts";

const SETTLED_MS = 300;
const LOOKS: Readonly<Record<RichCardType, string>> = {
  [channelTypes.rcs]: "look-rcs",
  [channelTypes.whatsApp]: "look-whatsapp",
  [channelTypes.facebook]: "look-messenger",
  [channelTypes.instagram]: "look-instagram",
  [channelTypes.telegram]: "look-telegram",
};

/** How it looks on a messenger, and whether that takes it. */
export function RichCardPreview({ content, isWhole }: { content: RichCardContent; isWhole: boolean }) {
  const [type, setType] = useState<RichCardType>(channelTypes.rcs);
  return (
    <aside aria-label={texts.preview} className="grid gap-3 lg:sticky lg:top-4">
      <h2 className="font-semibold">{texts.preview}</h2>
      <Field label={texts.previewOn}>
        <Select
          value={String(type)}
          options={richCardTypes.map((code) => ({ value: String(code), label: channelTypeName(code) }))}
          onChange={(next) => setType(richCardTypes.find((code) => String(code) === next) ?? type)}
        />
      </Field>
      <MessagePreview category="UTILITY" components={componentsOf(content)} look={LOOKS[type]} />
      {isWhole && <Verdict content={content} type={type} />}
    </aside>
  );
}

/** Asked for once the last key was some time ago. */
function Verdict({ content, type }: { content: RichCardContent; type: RichCardType }) {
  const settled = useSettled(content, SETTLED_MS);
  const { answer } = useQueryOf(
    previewRichCard,
    { body: { content: settled, channelType: type } },
    { keepsLast: true },
  );
  const name = channelTypeName(type);
  return (
    <p role="status" className="text-[0.8125rem] text-muted">
      {!answer ? texts.checking : answer.reason ? texts.fitsNot(name, answer.reason) : texts.fits(name)}
    </p>
  );
}
