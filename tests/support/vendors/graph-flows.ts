import type { Said } from "./plays.ts";

/** Flows of a WhatsApp Business Account, and the key of its number, as the Graph API takes and tells them. */

export interface PlayedFlow {
  id: string;
  name: string;
  status: string;
  endpoint_uri?: string;
  /** The Flow JSON that was uploaded last. */
  json?: string;
  errors: object[];
}

export interface FlowState {
  flows: PlayedFlow[];
  /** The number's public key. */
  publicKey?: string;
}

interface Asked {
  method: string;
  node: string;
  edge: string;
  /** As it was read: an object of JSON or of a form, or the text of a form with files. */
  body: unknown;
}

const refused = (title: string): Said => ({
  status: 400,
  body: { error: { message: "Invalid parameter", type: "OAuthException", code: 100, error_user_msg: title } },
});
const done: Said = { status: 200, body: { success: true } };

/** Undefined for a call that is about none. */
export function flowAnswers(state: FlowState, wabaId: string, asked: Asked): Said | undefined {
  const { method, node, edge } = asked;
  if (edge === "whatsapp_business_encryption") return keyAnswers(state, asked);
  const fields = (typeof asked.body === "object" ? asked.body : {}) as Partial<PlayedFlow>;
  if (node === wabaId && edge === "flows" && method === "POST") {
    if (state.flows.some(({ name }) => name === fields.name)) return refused("Flow name already exists.");
    const id = String(900_000_000_000_000 + state.flows.length + 1);
    state.flows.push({ id, name: fields.name ?? "", status: "DRAFT", errors: [], ...endpointOf(fields) });
    return { status: 200, body: { id, success: true } };
  }
  const flow = state.flows.find(({ id }) => id === node);
  if (!flow) return undefined;
  if (method === "GET")
    return {
      status: 200,
      body: {
        id: flow.id,
        status: flow.status,
        validation_errors: flow.errors,
        preview: { preview_url: `https://preview.example/${flow.id}` },
      },
    };
  if (method === "DELETE") {
    if (flow.status !== "DRAFT") return refused("Published flows cannot be deleted.");
    state.flows = state.flows.filter((each) => each !== flow);
    return done;
  }
  return changed(flow, edge, asked.body, fields);
}

const endpointOf = ({ endpoint_uri }: Partial<PlayedFlow>) =>
  endpoint_uri === undefined ? {} : { endpoint_uri };

function changed(flow: PlayedFlow, edge: string, body: unknown, fields: Partial<PlayedFlow>): Said {
  if (edge === "publish") {
    if (flow.json === undefined || flow.errors.length > 0) return refused("The flow has errors.");
    flow.status = "PUBLISHED";
    return done;
  }
  if (edge === "deprecate") {
    if (flow.status !== "PUBLISHED") return refused("Only published flows can be deprecated.");
    flow.status = "DEPRECATED";
    return done;
  }
  if (flow.status !== "DRAFT") return refused("Published flows cannot be changed.");
  if (edge !== "assets") {
    Object.assign(flow, { name: fields.name ?? flow.name, ...endpointOf(fields) });
    return done;
  }
  const json = /\r\n\r\n(\{"[\s\S]*\})\r\n--/.exec(String(body))?.[1] ?? "";
  flow.json = json;
  flow.errors = errorsOf(json);
  return { status: 200, body: { success: true, validation_errors: flow.errors } };
}

/** Meta's own findings, of which one is played: a component of a type that it does not know. */
function errorsOf(json: string): object[] {
  if (!json.includes('"Nonsense"')) return [];
  return [
    {
      error: "INVALID_PROPERTY_VALUE",
      error_type: "FLOW_JSON_ERROR",
      message: "Invalid value found for property 'type'.",
      line_start: 1,
      line_end: 1,
      column_start: 1,
      column_end: 20,
      pointers: [{ line_start: 1, line_end: 1, path: "screens[0].layout.children[0].type" }],
    },
  ];
}

function keyAnswers(state: FlowState, { method, body }: Asked): Said {
  if (method === "GET")
    return {
      status: 200,
      body: {
        data: [
          {
            business_public_key: state.publicKey,
            business_public_key_signature_status: state.publicKey === undefined ? "MISMATCH" : "VALID",
          },
        ],
      },
    };
  const key =
    typeof body === "string"
      ? new URLSearchParams(body).get("business_public_key")
      : (body as { business_public_key?: string } | null)?.business_public_key;
  if (!key?.startsWith("-----BEGIN PUBLIC KEY-----")) return refused("Not a key.");
  state.publicKey = key;
  return done;
}
