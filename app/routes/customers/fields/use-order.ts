import { arrayMove } from "@dnd-kit/sortable";
import { useRef, useState } from "react";
import { call, messageOf } from "#app/data/api.ts";
import { invalidate, patch, put } from "#app/data/query.ts";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { type CustomerField, listFields, moveField } from "#workers/contract/endpoints/customer-fields.ts";

export interface Order {
  move: (id: string, to: number) => void;
  /** Announcement of the last moved field's position. */
  said: string;
  failure: string;
}

/** Moves one of the enterprise's own fields in what is shown; the built-in ones stay before them. */
const show = (id: string, to: number) =>
  patch(listFields, undefined, ({ inputFieldDefinitions: all }) => {
    const fixed = all.filter((field) => field.fixed).length;
    const from = all.findIndex(({ _id }) => _id === id);
    return { inputFieldDefinitions: from < 0 ? all : arrayMove(all, from, fixed + to) };
  });

/**
 * Shows a move at once and saves it in the background; several in a row are saved one after the other. The server's
 * answer to the last one wins and includes other users' moves. A failed move is reverted and reported.
 */
export function useOrder(fields: readonly CustomerField[]): Order {
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState("");
  const queue = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);

  const save = async (field: CustomerField, from: number, to: number) => {
    try {
      const answer = await call(moveField, { body: { from, to, _id: field._id } });
      if (waiting.current === 1) put(listFields, {}, answer);
    } catch (error) {
      show(field._id, from);
      if (waiting.current === 1) void invalidate(listFields);
      setSaid("");
      setFailure(`${texts.notMoved(field.fieldLabel)} ${messageOf(error)}`);
    } finally {
      waiting.current--;
    }
  };

  const move = (id: string, to: number) => {
    const from = fields.findIndex(({ _id }) => _id === id);
    const field = fields[from];
    if (!field || from === to || to < 0 || to >= fields.length) return;
    show(id, to);
    setSaid(texts.position(field.fieldLabel, to + 1, fields.length));
    setFailure("");
    waiting.current++;
    queue.current = queue.current.then(() => save(field, from, to));
  };
  return { move, said, failure };
}
