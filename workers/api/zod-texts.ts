import { z } from "zod";
import * as messages from "#app/messages.ts";

/** Texts from the catalogue for zod's default messages, where a schema has no words of its own. */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case "invalid_type":
        return issue.input === undefined || issue.input === null
          ? messages.errors.mandatory
          : messages.errors.wrongType(messages.errors.types[issue.expected as "string"] ?? issue.expected);
      case "too_big":
        return issue.origin === "string" ? messages.errors.tooLong(Number(issue.maximum)) : undefined;
      case "invalid_value":
        return messages.errors.oneOf(issue.values.map(String));
      default:
        return undefined;
    }
  },
});
