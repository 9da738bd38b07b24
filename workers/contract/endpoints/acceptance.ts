import { z } from "zod";
import { accountTexts } from "#texts/account.ts";
import { endpoint, publicAccess } from "../endpoint.ts";
import { name } from "../fields.ts";
import { linkCode, sealedField } from "./account.ts";

const why = "The code of the invitation is the key; it has 256 bits and went to the invited address.";

/** The form fields of an acceptance, except the password. */
export const acceptFields = z.object({ name: name(accountTexts.nameEmpty) });

export const invitationByCode = endpoint({
  method: "GET",
  path: "/account/enterprise/users/:id",
  summary: "Whose invitation a code is: the enterprise, and the address that it is for",
  access: publicAccess(why),
  params: z.object({ id: linkCode }),
  reply: z.object({ enterpriseName: z.string(), emailId: z.string(), expiresAt: z.iso.datetime() }),
  under: "data",
});

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/account/enterprise/users/:id",
  summary: "Accepts an invitation, once: makes the account for its address, with the roles that it names",
  access: publicAccess(why),
  maxBytes: 16 * 1024,
  params: z.object({ id: linkCode }),
  body: acceptFields.extend({ password: sealedField("the invitation's code") }),
  reply: z.object({ emailId: z.string() }),
  under: "data",
});
