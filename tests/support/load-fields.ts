import type { ApiClient } from "#db/seed/client.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";

/** The four fields that the files of `import-load.ts` fill. */
export async function makeLoadFields(client: ApiClient): Promise<void> {
  const field = (fieldLabel: string, rules: Record<string, unknown>) =>
    client.call(customerFieldsApi.saveField, {
      body: {
        fieldName: fieldLabel.toLowerCase(),
        fieldLabel,
        fieldHelptext: fieldLabel,
        mandatory: false,
        fieldType: "text",
        ...rules,
      },
    });
  await field("Email", { inputType: "email", search: true });
  await field("City", { inputType: "alphabets" });
  await field("Plan", { fieldType: "selectbox-singlevalue", defaultValue: "Basic,Silver,Gold" });
  await field("Amount", { inputType: "decimal" });
}
