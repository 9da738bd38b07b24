import { z } from "zod";
import { endpoint, publicAccess } from "../endpoint.ts";

const why = "Says only whether the service is alive, for load balancers and monitors.";

export const healthz = endpoint({
  method: "GET",
  path: "/healthz",
  summary: "Alive: touches nothing",
  access: publicAccess(why),
  reply: z.object({
    version: z.string(),
    /** Source commit and time of the build; empty when running from source. */
    commit: z.string(),
    built: z.string(),
    /** The newest migration of each kind of database. */
    schema: z.object({ directory: z.string(), tenant: z.string() }),
  }),
  under: "data",
});

export const readyz = endpoint({
  method: "GET",
  path: "/readyz",
  summary: "Ready: the databases, the files, the queue, the hub and the sweeper answer within two seconds",
  access: publicAccess(why),
  reply: z.object({ parts: z.record(z.string(), z.boolean()) }),
  under: "data",
});

export const clientError = endpoint({
  method: "POST",
  path: "/client_errors",
  summary: "Reports an uncaught error of the console, without what the person had typed",
  access: publicAccess(
    "A screen can break before anybody has signed in. It is written to the log, nothing else.",
  ),
  maxBytes: 8 * 1024,
  body: z.object({
    kind: z.enum(["error", "rejection", "csp"]),
    message: z.string().max(500),
    where: z.string().max(300).optional(),
    /** The console's build, as `/release.json` names it. */
    release: z.string().max(64).optional(),
    requestId: z.string().max(64).optional(),
  }),
  reply: z.null(),
  under: "data",
});
