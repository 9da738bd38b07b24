/**
 * Ids of broadcasts and their recipients: a recipient's is the broadcast's with its number in the last eight hex digits. So
 * the message's own id, which vendors echo, says by itself which broadcast it is of; and the recipients of one lie together.
 */

const PREFIX = 28;
/** Version 8 is free for ids like these (RFC 9562): all others of the product have 7. */
const VERSION_AT = 14;

/** A broadcast's id from a fresh UUIDv7. */
export const broadcastIdOf = (uuid: string): string =>
  `${uuid.slice(0, VERSION_AT)}8${uuid.slice(VERSION_AT + 1, PREFIX)}00000000`;

/** The id of the n-th recipient, from 1. */
export const recipientIdOf = (broadcastId: string, n: number): string =>
  `${broadcastId.slice(0, PREFIX)}${n.toString(16).padStart(8, "0")}`;

/** A recipient's number. */
export const numberIn = (recipientId: string): number => Number.parseInt(recipientId.slice(PREFIX), 16);

/** The greatest id that a recipient of a broadcast can have. */
export const lastIdOf = (broadcastId: string): string => `${broadcastId.slice(0, PREFIX)}ffffffff`;

export const broadcastIdIn = (recipientId: string): string => `${recipientId.slice(0, PREFIX)}00000000`;

export const isRecipientId = (id: string): boolean => id[VERSION_AT] === "8";

/** SQL for the part of an id that a broadcast shares with its recipients. */
export const castOf = (id: string): string => `substr(${id}, 1, ${PREFIX})`;
/** SQL for the broadcast's id from a recipient's. */
export const broadcastOf = (id: string): string => `${castOf(id)} || '00000000'`;
/** SQL for the recipient of another broadcast at the same place. */
export const sameIn = (broadcast: string, recipient: string): string =>
  `${castOf(broadcast)} || substr(${recipient}, ${PREFIX + 1})`;
/** SQL for what is above the ids of all of a broadcast's recipients. */
export const lastOf = (id: string): string => `${castOf(id)} || 'g'`;
