import { DomainError } from "../error.ts";

const TEMPLATE = "message.template.templateUId";

/** Tells a problem at the fields of an activity's second message, which is under `name`. */
export const retold =
  (name: string) =>
  (error: unknown): never => {
    if (!(error instanceof DomainError)) throw error;
    const { message, details } = error;
    const errors = Object.entries(details.errors ?? { [TEMPLATE]: message });
    const at = (field: string) =>
      field === name || field.startsWith(`${name}.`) ? field : `${name}.${field}`;
    throw new DomainError("invalid", {
      message,
      errors: Object.fromEntries(errors.map(([field, text]) => [at(field), text])),
    });
  };
