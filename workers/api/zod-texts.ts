import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";

/** Texts from the catalogue for zod's default messages, where a schema has no words of its own. */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case "invalid_type":
        return issue.input === undefined || issue.input === null
          ? errorsTexts.mandatory
          : errorsTexts.wrongType(errorsTexts.types[issue.expected as "string"] ?? issue.expected);
      case "too_big":
        return issue.origin === "string" ? errorsTexts.tooLong(Number(issue.maximum)) : undefined;
      case "invalid_value":
        return errorsTexts.oneOf(issue.values.map(String));
      default:
        return undefined;
    }
  },
});
