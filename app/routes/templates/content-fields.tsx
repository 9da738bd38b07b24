import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { templatesTexts as texts } from "#texts/templates.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { LIMITS } from "#workers/contract/templates/places.ts";
import { MAIL_LIMITS } from "#workers/contract/templates/rules-of-mail.ts";
import { ButtonFields } from "./button-fields.tsx";
import { CardFields } from "./card-fields.tsx";
import { CountedField } from "./counted-field.tsx";
import { HeaderFields } from "./header-fields.tsx";
import { SampleFields } from "./sample-fields.tsx";
import { SmsFields } from "./sms-fields.tsx";
import { kindOf, ofKind, useBuilding } from "./template-draft.ts";

/** Fields of the message: its kind, its texts, its samples and its buttons. */
export function ContentFields() {
  const { draft, shape, change, fixed } = useBuilding();
  const { components } = draft;
  const kind = kindOf(components);
  return (
    <section className="grid gap-4 rounded-lg border border-line p-4" aria-label={texts.body}>
      {shape.kinds.length > 1 && (
        <RadioGroup
          inline
          legend={texts.kind}
          value={kind}
          choices={shape.kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          disabled={fixed}
          onChange={(next) => change(ofKind(next, components))}
        />
      )}
      {shape.type === channelTypes.sms ? (
        <SmsFields />
      ) : kind === "carousel" ? (
        <CarouselFields />
      ) : (
        <PlainFields />
      )}
    </section>
  );
}

function PlainFields() {
  const { draft, shape, change } = useBuilding();
  const { header, body, footer, buttons, limited_time_offer: offer } = draft.components;
  return (
    <>
      {shape.type === channelTypes.email ? (
        <CountedField
          required
          place="header.text"
          label={texts.subject}
          value={header?.text ?? ""}
          most={MAIL_LIMITS.subject}
          onChange={(text) => change({ header: { format: "TEXT", text, medium: null } })}
        />
      ) : (
        <HeaderFields
          place="header"
          header={header}
          choices={offer ? ["none", "IMAGE", "VIDEO"] : shape.headers}
          onChange={(next) => change({ header: next })}
        />
      )}
      {offer && <OfferFields />}
      <CountedField
        lines
        required
        place="body.text"
        label={texts.body}
        hint={draft.category === "AUTHENTICATION" ? texts.codeHint : texts.bodyHint}
        value={body.text}
        most={offer ? LIMITS.offerBody : shape.body}
        onChange={(text) => change({ body: { text } })}
      />
      {!offer && shape.hasFooter && (
        <CountedField
          place="footer.text"
          label={texts.footer}
          hint={texts.footerHint}
          value={footer?.text ?? ""}
          most={LIMITS.footer}
          onChange={(text) => change({ footer: text === "" ? null : { text } })}
        />
      )}
      <SampleFields />
      <ButtonFields
        place="buttons"
        buttons={buttons}
        types={shape.buttonTypes}
        most={shape.buttons}
        onChange={(next) => change({ buttons: next })}
      />
    </>
  );
}

function OfferFields() {
  const { draft, change, fixed } = useBuilding();
  const offer = draft.components.limited_time_offer;
  if (!offer) return null;
  return (
    <>
      <CountedField
        required
        place="limited_time_offer.text"
        label={texts.offerText}
        value={offer.text}
        most={LIMITS.offer}
        onChange={(text) => change({ limited_time_offer: { ...offer, text } })}
      />
      <Checkbox
        label={texts.offerEnds}
        checked={offer.hasExpiration}
        disabled={fixed}
        onChange={(hasExpiration) => change({ limited_time_offer: { ...offer, hasExpiration } })}
      />
    </>
  );
}

function CarouselFields() {
  const { draft, shape, change } = useBuilding();
  return (
    <>
      <CountedField
        lines
        required
        place="bodyBubbleText"
        label={texts.bubble}
        hint={texts.bodyHint}
        value={draft.components.bodyBubbleText}
        most={shape.body}
        onChange={(bodyBubbleText) => change({ bodyBubbleText })}
      />
      <CardFields />
      <SampleFields />
    </>
  );
}
