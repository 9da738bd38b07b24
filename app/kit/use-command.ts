import { useRef } from "react";

/**
 * The command under which something is made: the same for the same content, however often it is sent, as after a lost answer.
 * Other content is something else.
 */
export function useCommand(): (content: unknown) => string {
  const command = useRef({ of: "", id: "" });
  return (content) => {
    const digest = JSON.stringify(content);
    if (command.current.id === "" || command.current.of !== digest)
      command.current = { of: digest, id: crypto.randomUUID() };
    return command.current.id;
  };
}
