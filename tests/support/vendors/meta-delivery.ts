import type { Account } from "./plays.ts";

/** Meta's envelope around what it tells of one number: messages, or statuses. */
export const metaDelivery = ({ graph }: Pick<Account, "graph">, about: Record<string, unknown>) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: graph.wabaId,
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: graph.number, phone_number_id: graph.phoneNumberId },
            ...about,
          },
        },
      ],
    },
  ],
});
