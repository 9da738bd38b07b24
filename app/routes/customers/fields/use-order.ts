import { arrayMove } from "@dnd-kit/sortable";
import { useRef, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { errorsTexts } from "#texts/errors.ts";
import { type CustomerField, moveField } from "#workers/contract/endpoints/customer-fields.ts";

export interface Order {
  /** The enterprise's own fields in their current order, updated optimistically. */
  fields: CustomerField[];
  move: (id: string, to: number) => void;
  /** Announcement of the last moved field's position. */
  said: string;
  failure: string;
}

const movable = (fields: readonly CustomerField[]) => fields.filter(({ fixed }) => !fixed);

/**
 * Shows a move at once and saves it in the background; several in a row are saved one after the other. The server's
 * answer to the last one wins and includes other users' moves. A failed move is reverted and reported.
 */
export function useOrder(loaded: CustomerField[]): Order {
  const [known, setKnown] = useState(loaded);
  const [fields, setFields] = useState(() => movable(loaded));
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState("");
  const queue = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);
  if (known !== loaded) {
    setKnown(loaded);
    setFields(movable(loaded));
  }

  const save = async (field: CustomerField, from: number, to: number, before: CustomerField[]) => {
    try {
      const { inputFieldDefinitions } = await call(moveField, { body: { from, to, _id: field._id } });
      if (waiting.current === 1) setFields(movable(inputFieldDefinitions));
    } catch (error) {
      if (waiting.current === 1) setFields(before);
      setSaid("");
      const why = error instanceof ApiError ? error.message : errorsTexts.internal;
      setFailure(`${texts.notMoved(field.fieldLabel)} ${why}`);
    } finally {
      waiting.current--;
    }
  };

  const move = (id: string, to: number) => {
    const from = fields.findIndex(({ _id }) => _id === id);
    const field = fields[from];
    if (!field || from === to || to < 0 || to >= fields.length) return;
    setFields(arrayMove(fields, from, to));
    setSaid(texts.position(field.fieldLabel, to + 1, fields.length));
    setFailure("");
    waiting.current++;
    queue.current = queue.current.then(() => save(field, from, to, fields));
  };
  return { fields, move, said, failure };
}
