import type { Candidate } from "../entries/due.ts";

/** Makes the candidate of somebody who is put in by hand. */
export const byHand = (
  of: Pick<
    Candidate,
    | "enterpriseId"
    | "instanceId"
    | "channelId"
    | "versionId"
    | "state"
    | "eventId"
    | "customer"
    | "identityId"
  > &
    Partial<Pick<Candidate, "channelType" | "phone" | "name">>,
): Candidate => ({
  n: 0,
  kind: "manual",
  told: '{"kind":"manual"}',
  at: 0,
  attempts: 0,
  onChannel: null,
  saidBy: null,
  spec: "{}",
  channelType: 0,
  phone: null,
  name: null,
  ...of,
});
