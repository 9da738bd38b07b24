import { z } from "zod";
import { endpoint, signedIn } from "../endpoint.ts";
import { id } from "../ids.ts";
import { jobProgress } from "../jobs.ts";

export const getJob = endpoint({
  method: "GET",
  path: "/e/enterprise/jobs/:id",
  summary:
    "How far a piece of background work is, and how it ended; the event `jobProgress` brings the same. Only for " +
    "holders of a permission of its kind",
  access: signedIn,
  params: z.object({ id }),
  reply: jobProgress,
  under: "data",
});
