import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { genAiTexts } from "#texts/gen-ai.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, time } from "../fields.ts";
import { id } from "../ids.ts";
import { said } from "../said.ts";

export const MAX_URLS = 50;
export const MAX_DOCUMENTS = 100;
/** Largest PDF in bytes; it is read into memory whole. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

export const sourceStates = ["waiting", "reading", "ready", "failed"] as const;

export const knowledgeSource = z.object({
  id: z.string(),
  kind: z.enum(["website", "document"]),
  name: z.string(),
  state: z.enum(sourceStates),
  reason: said(),
  pages: z.int(),
  bytes: z.int(),
  readAt: time.nullable(),
});
export type KnowledgeSource = z.infer<typeof knowledgeSource>;

/** State of the index build. */
export const building = z.object({
  jobId: z.string().nullable(),
  state: z.enum(["idle", "waiting", "running", "failed"]),
  progress: z.number().meta({ description: "0 to 1" }),
  message: said(),
});

export const knowledge = z.object({
  kbFromWebsite: z.boolean(),
  websitesUrls: z.array(z.string()),
  kbFromDoc: z.boolean(),
  documents: z.array(z.object({ fileName: z.string() })),
  genAiConfigId: z.string().nullable(),
  crawlDepth: z.int(),
  recrawlHours: z.int().nullable(),
  sources: z.array(knowledgeSource),
  passages: z.int(),
  building,
});
export type Knowledge = z.infer<typeof knowledge>;

const access = holding("NLP.VIEW");
const ofAgent = "/chatbird/api/nlp/agent/:id";
const params = z.object({ id });

export const getKnowledge = endpoint({
  method: "GET",
  path: `${ofAgent}/genai/config`,
  summary: "The generative knowledge of an agent, with the state of each source",
  access,
  params,
  reply: knowledge,
  under: "data",
});

const websiteUrl = z
  .string(genAiTexts.urlEmpty)
  .trim()
  .min(1, genAiTexts.urlEmpty)
  .max(2_000, errorsTexts.tooLong(2_000));

/** Without a configuration (null) the best passage is the answer: the console requires one, the API does not. */
export const knowledgeFields = z
  .object({
    kbFromWebsite: z.boolean().default(false),
    websitesUrls: z.array(websiteUrl).max(MAX_URLS, genAiTexts.tooManyUrls(MAX_URLS)).default([]),
    kbFromDoc: z.boolean().default(false),
    documents: z
      .array(z.object({ fileName: z.string().max(255) }))
      .max(MAX_DOCUMENTS)
      .default([]),
    genAiConfigId: id.nullable().default(null),
    crawlDepth: z.int().min(0).max(3).default(1),
    recrawlHours: z.int().min(1).max(8_760).nullable().default(null),
  })
  .superRefine(({ kbFromWebsite, websitesUrls, kbFromDoc, documents }, context) => {
    if (kbFromWebsite && websitesUrls.length === 0) {
      context.addIssue({ code: "custom", message: genAiTexts.urlEmpty, path: ["websitesUrls"] });
    }
    if (kbFromDoc && documents.length === 0) {
      context.addIssue({ code: "custom", message: genAiTexts.documentMissing, path: ["documents"] });
    }
  });

export const saveKnowledge = endpoint({
  method: "POST",
  path: `${ofAgent}/genai/config`,
  summary: "Saves what the knowledge is made of and starts to read what is new; code '100' means success",
  access,
  params,
  body: knowledgeFields,
  reply: knowledge,
  under: "data",
});

export const listGenAiConfigs = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/genai/config",
  summary: "The GenAI configurations that an agent can use",
  access,
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
  under: "data",
});

export const uploadDocuments = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/agent/upload_documents",
  summary: "Uploads PDFs (multipart: `files`, `agentId`); they are read page by page",
  access,
  body: z.object({ agentId: id }),
  upload: { field: "files", most: 10 },
  maxBytes: MAX_DOCUMENT_BYTES + 64 * 1024,
  reply: z.array(z.object({ fileName: z.string() })),
  under: "data",
});

export const deleteDocuments = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/agent/delete_documents",
  summary: "Deletes documents by name, with their passages",
  access,
  anew: true,
  body: z.object({ agentId: id, filenames: z.array(z.string().max(255)).min(1).max(MAX_DOCUMENTS) }),
  reply: z.null(),
  under: "data",
});

/** A PDF as it was uploaded; the console opens it at the page of an answer. */
export const getDocument = endpoint({
  method: "GET",
  path: `${ofAgent}/documents/:sourceId`,
  summary: "The bytes of a document",
  access,
  params: z.object({ id, sourceId: id }),
  reply: z.null(),
  under: "data",
  file: "application/pdf",
});

export const listKnowledgePages = endpoint({
  method: "GET",
  path: `${ofAgent}/genai/sources/:sourceId/pages`,
  summary: "The pages of a website or document with status and freshness",
  access,
  params: z.object({ id, sourceId: id }),
  query: z.object(paging(50)),
  reply: z.object({
    pages: z.array(
      z.object({
        address: z.string(),
        title: z.string(),
        depth: z.int(),
        state: z.enum(["waiting", "ready", "unchanged", "refused", "failed"]),
        reason: said(),
        fetchedAt: time.nullable(),
        changedAt: time.nullable(),
        passages: z.int(),
      }),
    ),
    more: z.boolean(),
  }),
  under: "data",
});

export const rereadKnowledge = endpoint({
  method: "POST",
  path: `${ofAgent}/genai/reread`,
  summary: "Reads the websites again now; unchanged pages are left as they are",
  access,
  perMinute: 60,
  params,
  reply: building,
  under: "data",
});

/** For people who maintain the knowledge: the passages found for a question. */
export const searchKnowledge = endpoint({
  method: "GET",
  path: `${ofAgent}/genai/search`,
  summary: "The passages that a question finds, best first",
  access,
  params,
  query: z.object({ question: z.string().trim().min(1).max(500) }),
  reply: z.array(z.object({ text: z.string(), heading: z.string(), source: z.string(), score: z.number() })),
  under: "data",
});
