import { allEndpoints } from "#tests/support/endpoints.ts";
import { sendForm, sessionFor } from "#tests/support/people.ts";
import type { Input } from "./reading.ts";
import type { World } from "./world.ts";

/** Makes a call of the world, as its owner unless the input says by whom; `also` are headers of the call alone. */
export async function ask(
  { harness, owner }: World,
  id: string,
  input: Input,
  also: Record<string, string> = {},
): Promise<Response> {
  const endpoint = allEndpoints.find((each) => each.id === id)?.endpoint;
  if (!endpoint) throw new Error(`no endpoint ${id}`);
  // A call that only reads finds a session that was never seen here; others follow upon the calls of their screen.
  const first = endpoint.method === "GET" && endpoint.access.kind !== "public";
  const {
    token = first ? await sessionFor(harness, owner) : owner.token,
    params = {},
    query = {},
    body,
    form,
    bytes,
    headers: more = {},
  } = input;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const url = `/api${path}?${search.toString()}`;
  const headers = { "authentication-token": token };
  if (!first) await harness.fetch("/api/e/enterprise/timezones", { headers });
  if (form) return sendForm(harness, { token }, url, formOf(form), also);
  return harness.fetch(url, {
    method: endpoint.method,
    headers: {
      ...headers,
      ...more,
      ...also,
      "content-type": bytes ? "application/octet-stream" : "application/json",
    },
    ...(bytes && { body: bytes }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

function formOf({ field, bytes, name, fields = {} }: NonNullable<Input["form"]>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set(field, new Blob([bytes]), name);
  return form;
}
