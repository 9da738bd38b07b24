import { chatLabelsTexts as texts } from "#texts/chat-labels.ts";
import { chatActionCodes } from "#workers/contract/chat-states.ts";
import type { tagChat } from "#workers/contract/endpoints/chat-steps.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { find } from "./found.ts";
import { chatIn, readingChat } from "./read.ts";
import type { Reader } from "./chat-row.ts";
import { again, GROWN, log, write } from "./write.ts";

const LABEL = `UPDATE chats SET labels = ?3, ${GROWN} WHERE id = ?1`;

/**
 * Gives a chat these labels and no others; the same as it has is nothing done. Throws notFound for who does not see it, and
 * invalid for a label that its chats cannot have. Ended chats can be labelled too.
 */
export const tag = (
  ctx: Ctx,
  chatId: string,
  tags: readonly string[],
  reader: Reader,
): Promise<{ reply: ReplyOf<typeof tagChat>; kept: KeptRow[] }> =>
  again(async () => {
    const labelIds = [...new Set(tags)];
    const { found, labels } = await find(ctx, chatId, "", { labelIds });
    if (found.sees !== 1) throw new DomainError("notFound");
    const had = JSON.parse(found.labels) as string[];
    // One of the department that it came from may stay.
    const usable = new Set([...had, ...labels.flatMap(({ id, fits }) => (fits === 1 ? id : []))]);
    if (labelIds.some((id) => !usable.has(id)))
      throw new DomainError("invalid", { message: texts.gone, errors: { tags: texts.gone } });
    const after = JSON.stringify(labelIds);
    const id = ctx.newId();
    const change = after !== found.labels && {
      id,
      statements: [
        ctx.db.$client.prepare(LABEL).bind(chatId, ctx.now(), after),
        log(ctx, chatId, id, {
          type: chatActionCodes.labelled,
          to: labels.map(({ name }) => name).join(", "),
        }),
      ],
    };
    const reading = readingChat(ctx, chatId, { evenIfGone: true });
    const { kept, read } = await write(ctx, found, change || undefined, reading);
    const now = chatIn(read, reader);
    if (!now) throw new DomainError("notFound");
    return { reply: { chat: now.chat, actions: now.actions.filter((action) => action.id === id) }, kept };
  });
