import { forget, invalidate, patch, put } from "#app/data/query.ts";
import {
  type Channel,
  channelDetails,
  getChannel,
  listChannels,
} from "#workers/contract/endpoints/channels.ts";

/** Puts a channel as it is now into everything that is known of it: a changed one in its place. */
export function showChannel(saved: Channel): void {
  const input = { params: { id: saved.id } };
  put(getChannel, input, saved);
  patch(channelDetails, input, (now) => ({ ...now, channel: saved }));
  let placed = false;
  patch(listChannels, undefined, (now) => {
    const before = now.channelConfig.find(({ id }) => id === saved.id);
    placed ||= before?.name === saved.name;
    const channelConfig = now.channelConfig.map((each) => (each.id === saved.id ? saved : each));
    return { ...now, channelConfig };
  });
  // A new or a renamed one belongs among the names, perhaps on another page.
  if (!placed) void invalidate(listChannels);
}

/** Takes a deleted channel out of everything that is known. */
export function forgetChannel(id: string): void {
  let more = false;
  patch(listChannels, undefined, (now) => {
    more ||= now.more;
    return { ...now, channelConfig: now.channelConfig.filter((each) => each.id !== id) };
  });
  forget(getChannel, { params: { id } });
  // Somebody of the next page moves up.
  if (more) void invalidate(listChannels);
}
