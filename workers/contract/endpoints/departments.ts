import { z } from "zod";
import { departmentsTexts } from "#texts/departments.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name as nameField, paging, revision, text } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { allOf } from "../permissions.ts";
import { agentStatuses } from "./agent-status.ts";

export const DEPARTMENTS_PAGE = 30;
/** Page size of the mapped users in the specification. */
export const MAPPED_PAGE = 30;

const department = z.object({
  id: z.string(),
  name: z.string(),
  desc: z.string(),
  manager: z.object({ uId: z.string(), name: z.string() }).nullable(),
  users: z.int().meta({ description: "How many active users are in it" }),
  revision: z.int(),
});
export type Department = z.infer<typeof department>;

/** The form of a department. `manager` is a user's id, or empty for none. */
export const departmentFields = z.object({
  name: nameField(departmentsTexts.nameEmpty),
  desc: text(500).default(""),
  manager: text(64).default(""),
});

const thisDepartment = z.object({ id });

export const listDepartments = endpoint({
  method: "GET",
  path: "/e/enterprise/departments",
  summary: "The enterprise's departments by name",
  access: holding(...allOf("DEPARTMENTS")),
  query: z.object({ name: text(100).default(""), ...paging(DEPARTMENTS_PAGE) }),
  reply: z.object({ departments: z.array(department), more: z.boolean(), total }),
  under: "response",
});

export const getDepartment = endpoint({
  method: "GET",
  path: "/e/enterprise/departments/:id",
  summary: "One department",
  access: holding(...allOf("DEPARTMENTS")),
  params: thisDepartment,
  reply: department,
  under: "response",
});

export const createDepartment = endpoint({
  method: "POST",
  path: "/e/enterprise/departments",
  summary: "Makes a department",
  access: holding("DEPARTMENTS.CREATE"),
  body: departmentFields,
  reply: department,
  under: "response",
});

export const updateDepartment = endpoint({
  method: "PUT",
  path: "/e/enterprise/departments/:id",
  summary: "Changes a department",
  access: holding("DEPARTMENTS.EDIT"),
  params: thisDepartment,
  body: departmentFields.extend({ revision }),
  reply: department,
  under: "response",
});

export const deleteDepartment = endpoint({
  method: "DELETE",
  path: "/e/enterprise/departments/:id",
  summary: "Deletes a department; its people keep their accounts",
  access: holding("DEPARTMENTS.DELETE"),
  params: thisDepartment,
  reply: z.null(),
  under: "data",
});

const mappedUser = z.object({
  uId: z.string(),
  name: z.string(),
  emailId: z.string(),
  agentStatus: z.enum(agentStatuses),
});
export type MappedUser = z.infer<typeof mappedUser>;

export const mappedUsers = endpoint({
  method: "GET",
  path: "/e/enterprise/departments/:id/mapped_users",
  summary: "The active users of a department, or with mapped false those who are not in it",
  access: holding(...allOf("DEPARTMENTS")),
  params: thisDepartment,
  query: z.object({ mapped: z.boolean().default(true), name: text(200).default(""), ...paging(MAPPED_PAGE) }),
  reply: z.object({ users: z.array(mappedUser), more: z.boolean() }),
  under: "response",
});

const chosenUsers = z.object({
  users: z.array(id).min(1, errorsTexts.mandatory).max(1_000, errorsTexts.tooMany(1_000)),
});
const moved = z.object({ changed: z.int() });

export const addUsers = endpoint({
  method: "PUT",
  path: "/e/enterprise/departments/:id/add_users",
  summary: "Puts active users into a department",
  access: holding("DEPARTMENTS.EDIT"),
  params: thisDepartment,
  body: chosenUsers,
  reply: moved,
  under: "response",
});

export const removeUsers = endpoint({
  method: "PUT",
  path: "/e/enterprise/departments/:id/remove_users",
  summary: "Takes users out of a department",
  access: holding("DEPARTMENTS.EDIT"),
  params: thisDepartment,
  body: chosenUsers,
  reply: moved,
  under: "response",
});
