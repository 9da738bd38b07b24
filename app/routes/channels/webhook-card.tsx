import { CircleCheck, CircleDashed } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import type { Channel, channelDetails } from "#workers/contract/endpoints/channels.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { DetailCard } from "./detail-card.tsx";

const LOOK_MS = 5_000;

/** The address to enter at the vendor, and whether anything has arrived there yet. */
export function WebhookCard({
  channel,
  webhook: { kind, address, verifyToken },
  onLook,
}: {
  channel: Channel;
  webhook: ReplyOf<typeof channelDetails>["webhook"];
  /** Asks anew; done again and again while the first event is awaited. */
  onLook: () => void;
}) {
  if (kind === "none") return <DetailCard title={texts.webhook}>{texts.webhookNone}</DetailCard>;
  return (
    <DetailCard title={texts.webhook}>
      <div className="grid gap-4">
        {address === null ? (
          <p className="text-muted">{texts.webhookHidden}</p>
        ) : (
          <Copied
            label={texts.webhookAddress}
            hint={texts.webhookText}
            value={address}
            copy={texts.copyAddress}
            copied={texts.addressCopied}
          />
        )}
        {verifyToken !== null && (
          <Copied
            label={texts.verifyToken}
            hint={texts.verifyTokenText}
            value={verifyToken}
            copy={texts.copyToken}
            copied={texts.tokenCopied}
          />
        )}
        <FirstEvent channel={channel} onLook={onLook} waitingText={texts.waitingText} />
      </div>
    </DetailCard>
  );
}

/** Whether anything has arrived yet; looked for again and again until it has. */
export function FirstEvent({
  channel,
  waitingText,
  onLook,
}: {
  channel: Pick<Channel, "firstEventAt">;
  waitingText: string;
  onLook: () => void;
}) {
  const waiting = channel.firstEventAt === null;
  const look = useEffectEvent(() => document.visibilityState === "visible" && onLook());
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [waiting]);
  return (
    <div role="status">
      <p className="mb-1 text-[0.8125rem] font-medium">{texts.firstEvent}</p>
      {waiting ? (
        <>
          <Badge tone="warning" icon={<CircleDashed aria-hidden />}>
            {texts.waiting}
          </Badge>
          <p className="mt-1 text-[0.8125rem] text-muted">{waitingText}</p>
        </>
      ) : (
        <Badge tone="success" icon={<CircleCheck aria-hidden />}>
          {texts.received}
        </Badge>
      )}
    </div>
  );
}

/** A value to take elsewhere: all of it is selected when it is focused, and copied by its button. */
export function Copied({
  label,
  hint,
  value,
  copy,
  copied,
}: Record<"label" | "hint" | "value" | "copy" | "copied", string>) {
  return (
    <div className="grid justify-items-start gap-2">
      <Field label={label} hint={hint} className="w-full">
        <TextInput
          readOnly
          value={value}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className="font-mono text-[0.8125rem]"
        />
      </Field>
      <CopyButton text={value} label={copy} copied={copied} />
    </div>
  );
}
