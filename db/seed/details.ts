import { getDetails, saveConfiguration } from "#workers/contract/endpoints/enterprise.ts";
import { signIn } from "./client.ts";
import { DEMO } from "./demo.ts";

/** Says of the demo where it is and what it does, and switches its trash on, unless somebody has said so. */
export async function seedDetails(baseUrl: string): Promise<void> {
  const client = await signIn((path, init) => fetch(baseUrl + path, init), DEMO);
  const { details, revision } = await client.call(getDetails);
  if (details.country !== "") return;
  await client.call(saveConfiguration, {
    body: {
      details: {
        industry: "Banking and finance",
        country: "IN",
        timezone: "Asia/Kolkata",
        address: "12 MG Road\nBengaluru 560001",
        phone: "+91 80 4123 4567",
        website: "https://demo-bank.example",
        contactEmail: "help@demo-bank.example",
      },
      features: { trash: true },
      revision,
    },
  });
}
