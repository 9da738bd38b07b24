import { formatMoment } from "#app/lib/format.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import { type CredentialField, isSecret } from "#workers/contract/credentials.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { DetailCard, Terms } from "./detail-card.tsx";

/** The account as it is set up. Of secrets it says only that they are stored. */
export function AccountCard({ channel, fields }: { channel: Channel; fields: readonly CredentialField[] }) {
  const valueOf = (field: CredentialField): string => {
    if (isSecret(field)) {
      return channel.secrets.includes(field.name) ? texts.credentialSet : texts.credentialNotSet;
    }
    const value = field.name === "contactId" ? channel.contactId : channel.data[field.name];
    const chosen = field.choices?.find((choice) => choice.value === value);
    return chosen?.label ?? (value || texts.noContact);
  };
  return (
    <DetailCard title={texts.setUp}>
      <Terms
        rows={[
          ...fields.map((field) => [field.label, valueOf(field)] as const),
          [texts.department, channel.department?.name ?? texts.noDepartment],
          [texts.bot, channel.agent?.name ?? texts.noBot],
          [texts.rate, String(channel.rate)],
          [
            texts.changed,
            `${formatMoment(channel.updatedAt)}${channel.updatedBy && ` · ${channel.updatedBy}`}`,
          ],
        ]}
      />
    </DetailCard>
  );
}
