import { sendClasses } from "#db/tenant/messages.ts";

/** SQL for whether a recipient's last word about messages of a class (SQL for its number) was a no. */
export const refusedBy = (recipient: string, sendClass: string): string =>
  `(SELECT c.given FROM consents c WHERE c.enterprise_id = ${recipient}.enterprise_id AND c.identity_id = (SELECT coalesce(i.merged_into, i.id) FROM identities i
      WHERE i.id = ${recipient}.identity_id) AND c.purpose = CASE ${sendClass} WHEN ${sendClasses.marketing} THEN 'marketing' ELSE 'service' END
    ORDER BY c.at DESC, c.id DESC LIMIT 1) = 0`;
