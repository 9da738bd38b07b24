import { z } from "zod";
import { designerTexts } from "#texts/designer.ts";
import { endpoint, holding, publicAccess } from "../endpoint.ts";
import { time } from "../fields.ts";

export const designerAccess = endpoint({
  method: "GET",
  path: "/e/enterprise/designer/access",
  summary: "A code with which an external designer learns who opened it: good once, for a minute",
  access: holding(
    "ENCAPS.VIEW",
    "ENCAPS.EDIT",
    "ENCAPS.CREATE",
    "JOURNEYS.VIEW",
    "JOURNEYS.EDIT",
    "JOURNEYS.CREATE",
    "FLOW.VIEW",
  ),
  reply: z.object({
    accessId: z.string().meta({ description: "Empty where no designer is set up" }),
    url: z.string().nullable().meta({ description: "Where the designer is; null where none is set up" }),
    expiresAt: time.nullable(),
  }),
  under: "data",
});

export const redeemDesignerAccess = endpoint({
  method: "POST",
  path: "/account/designer/access",
  summary: "Who opened the designer, for the designer's own server",
  access: publicAccess("The code is the proof; it works once."),
  body: z.object({ accessId: z.string(designerTexts.codeOver).min(1).max(200) }),
  reply: z.object({ uId: z.string(), eId: z.string(), name: z.string() }),
  under: "data",
});
