import { OutLink } from "#app/components/out-link.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { DetailCard } from "./detail-card.tsx";
import { Copied, FirstEvent } from "./webhook-card.tsx";

/** The script tag that a website needs, and whether a visitor has written yet. */
export function EmbedCard({ channel, onLook }: { channel: Channel; onLook: () => void }) {
  const tag = `<script src="${location.origin}/widget.js" data-channel="${channel.id}" async></script>`;
  return (
    <DetailCard title={texts.embed}>
      <div className="grid gap-4">
        <Copied
          label={texts.embedCode}
          hint={texts.embedText}
          value={tag}
          copy={texts.copyEmbed}
          copied={texts.embedCopied}
        />
        <p>
          <OutLink href={`/widget-demo?channel=${channel.id}`}>{texts.embedTry}</OutLink>
        </p>
        <FirstEvent channel={channel} onLook={onLook} waitingText={texts.embedWaitingText} />
      </div>
    </DetailCard>
  );
}
