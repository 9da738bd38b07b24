import { expect, test } from "vitest";
import { refuseUnfit } from "#workers/domain/automations/automation.ts";
import { readAutomationFile } from "#workers/domain/automation-files/automation-file.ts";

/** Files at the limits of what an import takes. */
const flowOf = (count: number) => ({
  version: "13",
  flows: [
    {
      uuid: "large",
      name: "Large",
      nodes: Array.from({ length: count }, (_, at) => ({
        uuid: `n${at}`,
        actions: [{ type: "send_msg", text: "Hi @contact.name" }],
        exits: [{ uuid: `e${at}`, destination_uuid: `n${at + 1}` }],
      })),
    },
  ],
});

test("thousands of nodes of another maker are read at once, and more than a file may hold are refused", async () => {
  const began = performance.now();
  const { file } = await readAutomationFile(flowOf(3_000));
  const graph = file.automations[0]?.graph;
  expect(graph?.nodes).toHaveLength(3_002);
  if (graph) refuseUnfit(graph);
  // A hundred times what it takes: one that grows with the square would not pass.
  expect(performance.now() - began).toBeLessThan(20_000);
  await expect(readAutomationFile(flowOf(10_001))).rejects.toMatchObject({ code: "invalid" });
});

test("a file of millions of empty parts is refused before anybody reads them", async () => {
  const blocks = Array.from({ length: 700_000 }, () => ({}));
  const bot = { version: "6.1", groups: [{ id: "g", title: "G", blocks }], edges: [] };
  await expect(readAutomationFile(bot)).rejects.toMatchObject({ code: "invalid" });
});
