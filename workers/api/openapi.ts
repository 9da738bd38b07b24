import { z } from "zod";
import { webhooksOutTexts } from "#texts/webhooks-out.ts";
import { codes } from "#workers/contract/codes.ts";
import { callLimitOf, PEOPLE } from "#workers/contract/call-limits.ts";
import { consentChanged, consentWays } from "#workers/contract/consent-event.ts";
import { recipientTold, turnTold } from "#workers/contract/hook-data.ts";
import { type HookEvent, hookEvents } from "#workers/contract/webhooks-out.ts";
import { MAX_BODY_BYTES, scopesOf, type Access, type Endpoint } from "#workers/contract/endpoint.ts";
import { mounted } from "./mount.ts";
import { version } from "./version.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document, generated from the same schemas that validate. */
export function openApiDocument(): Json & Record<"paths" | "webhooks", Record<string, Record<string, Json>>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of mounted) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  paths["/api/actions"] = { get: socketOperation };
  return {
    openapi: "3.1.0",
    info: {
      title: "Chatbird",
      version,
      description:
        "Every call takes JSON or a form (lists and objects as JSON text), and answers an envelope: status, " +
        "message, sometimes code, and the payload. Fields that are not listed here are ignored.",
    },
    paths,
    webhooks: Object.fromEntries(hookEvents.map((event) => [event, { post: hookOperation(event) }])),
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "authentication-token" },
        key: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "cbk_…",
          description: "An API key of the enterprise, for the calls that name its scope",
        },
      },
      schemas: { Refusal: refusal },
    },
  };
}

/** Data of events, by their schemas; of the others any. */
const HOOK_DATA: Partial<Record<HookEvent, z.ZodType>> = {
  "consent.changed": consentChanged,
  "broadcast.status": recipientTold,
  "bot.turn": turnTold,
};

/** A call to an enterprise's own receiver, which answers any 2xx. */
const hookOperation = (event: HookEvent): Json => ({
  summary: webhooksOutTexts.eventNames[event],
  ...(event === "consent.changed" && {
    description: Object.entries(consentWays)
      .map(([way, meaning]) => `\`${way}\`: ${meaning}`)
      .join("; "),
  }),
  requestBody: {
    content: {
      "application/json": {
        schema: z.toJSONSchema(
          z.object({
            type: z.literal(event),
            timestamp: z.iso.datetime(),
            revision: z.int(),
            data: HOOK_DATA[event] ?? z.looseObject({}),
          }),
        ),
      },
    },
  },
  responses: { "2XX": { description: "Taken" } },
});

/** The section of an address is its first word after the specification's prefixes. */
const sectionOf = (path: string): string =>
  path.replace(/^\/(chatbird\/api\/nlp|e\/enterprise|e)(?=\/)/, "").split("/")[1] ?? "";

function operation(endpoint: Endpoint): Json {
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^a-zA-Z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase())}`,
    tags: [sectionOf(endpoint.path)],
    summary: endpoint.summary,
    description: [accessText(endpoint.access) + keyText(endpoint), endpoint.details ?? []]
      .flat()
      .join("\n\n"),
    security:
      endpoint.access.kind === "public" ? [] : [{ token: [] }, ...(endpoint.key ? [{ key: [] }] : [])],
    ...(endpoint.key && { "x-codeSamples": [{ lang: "Shell", source: curlOf(endpoint) }] }),
    parameters: [...parametersOf(endpoint.params, "path"), ...parametersOf(endpoint.query, "query")],
    ...(endpoint.body && { requestBody: requestBody(endpoint) }),
    responses: {
      200: {
        description: "Done",
        content: endpoint.file
          ? { [endpoint.file]: { schema: { type: "string", format: "binary" } } }
          : { "application/json": { schema: envelope(endpoint) } },
      },
      ...tooOften(endpoint),
      default: {
        description: "Refused or failed",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
      },
    },
  };
}

/** The limit of a call that costs much. */
function tooOften(endpoint: Endpoint): Json {
  const limit = callLimitOf(endpoint);
  if (!limit) return {};
  const { perMinute, fields } = limit;
  const counted = fields ? `calls with ${fields.map((name) => `\`${name}\``).join(" or ")}` : "calls";
  return {
    429: {
      description: `More than ${perMinute} ${counted} a minute of one person, or ${PEOPLE * perMinute} of an enterprise`,
      headers: { "retry-after": { description: "Seconds to wait", schema: { type: "integer" } } },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
    },
  };
}

/** Runs as it is, once a shell has the server's address, a key and what the path names. */
export const curlOf = ({
  method,
  path,
  body,
  example,
}: Pick<Endpoint, "method" | "path" | "body" | "example">): string =>
  [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$CHATBIRD_URL/api${path.replace(/:(\w+)/g, (_, name: string) => `$${name.toUpperCase()}`)}"`,
    `-H "authorization: Bearer $CHATBIRD_KEY"`,
    ...(body ? [`-H "content-type: application/json"`, dataOf(example)] : []),
  ].join(" \\\n  ");

/** An example stands in double quotes, so that a shell puts in its variables. */
const dataOf = (example: unknown): string =>
  example === undefined ? "-d @body.json" : `-d "${JSON.stringify(example, null, 2).replaceAll('"', '\\"')}"`;

function keyText(endpoint: Endpoint): string {
  const scopes = scopesOf(endpoint);
  return scopes.length === 0 ? "" : ` Or an API key with ${scopes.join(" or ")}.`;
}

function accessText(access: Access): string {
  switch (access.kind) {
    case "public":
      return `Public. ${access.why}`;
    case "session":
      return "Anybody signed in.";
    case "permission":
      return `Needs ${access.anyOf.join(" or ")}.`;
    default:
      return access satisfies never;
  }
}

function parametersOf(fields: z.ZodObject | undefined, where: "path" | "query"): Json[] {
  if (!fields) return [];
  const { properties = {}, required = [] } = schemaOf(fields, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema,
  }));
}

const requestBody = ({
  body = z.object({}),
  incoming,
  maxBytes = incoming?.maxBytes ?? MAX_BODY_BYTES,
  upload = incoming && { field: incoming.field, most: 1 },
}: Endpoint): Json => ({
  description: `At most ${Math.round(maxBytes / 1024)} KiB`,
  required: true,
  content: upload
    ? { "multipart/form-data": { schema: withFiles(schemaOf(body, "input"), upload) } }
    : {
        "application/json": { schema: schemaOf(body, "input") },
        "application/x-www-form-urlencoded": { schema: schemaOf(body, "input") },
      },
});

const withFiles = (schema: Json, { field, most }: NonNullable<Endpoint["upload"]>): Json => ({
  ...schema,
  properties: {
    ...(schema.properties as Json),
    [field]: { type: "array", maxItems: most, items: { type: "string", format: "binary" } },
  },
});

const envelope = ({ reply, under }: Endpoint): Json => ({
  type: "object",
  properties: {
    status: { const: true },
    message: { type: "string" },
    code: { type: "string" },
    [under]: schemaOf(reply, "output"),
  },
  required: ["status", "message", under],
});

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

const refusal: Json = {
  type: "object",
  properties: {
    status: { const: false },
    message: { type: "string", description: "Fit to show" },
    code: { enum: Object.values(codes).flatMap((code) => ("wire" in code ? [code.wire] : [])) },
    login_required: { const: true, description: "No valid session: sign in again" },
    errors: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Field → what is wrong",
    },
    requestId: { type: "string" },
  },
  required: ["status", "message"],
};

const socketOperation: Json = {
  operationId: "actions",
  tags: ["realtime"],
  summary: "The actions socket (WebSocket)",
  description:
    'Send {"action":"auth","token":…,"lastSeq":…} first, or open with ?ticket= of account/socket_ticket. ' +
    'The server answers {"action":"onOpen","seq":…}, then events with rising seq. A client that has seen ' +
    'none may say "ageMs", how long ago it asked for what it shows, and gets what came since. {"action":"ping"} is answered ' +
    'by {"action":"pong"}. Close code 4001: the token is not (any more) good.',
  security: [],
  parameters: [{ name: "ticket", in: "query", required: false, schema: { type: "string" } }],
  responses: { 101: { description: "Switching protocols" } },
};
