import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { revision } from "../fields.ts";
import { id } from "../ids.ts";
import { customer, customerEdit, customerFields } from "./customers.ts";

/** The customer as an agent sees them beside a chat. */

export const saveCustomerProfile = endpoint({
  method: "PUT",
  path: "/e/enterprise/customer/profile",
  summary: "Changes the customer with whom a chat is; `id` names them",
  access: customerEdit,
  body: customerFields.extend({ id, revision }),
  reply: z.object({ customer }),
  under: "data",
});
