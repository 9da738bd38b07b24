import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import { jpeg, pdf } from "#tests/support/made-files.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { pickingFlow, pickingRules, publishedFlow, sendingFlow } from "#tests/support/wa-flows.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as flowsApi from "#workers/contract/endpoints/wa-flows.ts";
import { emptyFlow } from "#workers/contract/wa-flows/ready-made.ts";

test("a photo and a paper are asked for in the designer, chosen on its phone, and what Meta refuses is told", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("shelf"));
  const [name, phone] = [unique("Card"), unique("Phone")];
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: phone, type: 4, vendor: 91, contactId: phone },
  });
  const { id } = await client.call(flowsApi.createWaFlow, {
    body: { name, categories: ["OTHER"], channelId, content: emptyFlow("Your card") },
  });
  await page.goto(`/designer/flow/${id}/screen/first`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const add = async (type: string) => {
    await page.getByRole("button", { name: "Add a component" }).first().click();
    const search = page.getByRole("textbox", { name: "Search components" });
    await search.fill(type);
    await search.press("Enter");
    await expect(page.getByLabel("Label", { exact: true })).toBeFocused();
  };
  await add("Document");
  await page.getByLabel("Label", { exact: true }).fill("Your paper");
  const types = page.getByRole("group", { name: "Allowed mime types" });
  await types.getByLabel("application/pdf").check();
  await types.getByLabel("image/jpeg").check();
  await page.getByLabel("Min uploaded documents").fill("3");
  const wrong = page.getByRole("button", {
    name: '"min-uploaded-documents" cannot be greater than "max-uploaded-documents" for DocumentPicker',
    exact: false,
  });
  await expect(wrong).toBeVisible();
  await page.getByLabel("Max uploaded documents").fill("3");
  await page.getByLabel("Min uploaded documents").fill("1");
  await page.getByLabel("Max file size kb").fill("1");
  await expect(wrong).toBeHidden();
  await expectAccessible(page);

  // The other picker beside it is refused in Meta's words.
  await add("Photo");
  await expect(
    page.getByText("of type PhotoPicker or DocumentPicker per screen", { exact: false }).first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Delete this component" }).click();
  await expect(page.getByText("per screen", { exact: false })).toHaveCount(0);

  // The phone holds the screen back, and takes what is asked for alone.
  const preview = page.getByRole("region", { name: "Preview" });
  const paper = preview.getByRole("group", { name: "Your paper" });
  await preview.getByRole("button", { name: "Send" }).click();
  await expect(paper.getByText("Choose a file, please.")).toBeVisible();
  const choose = (files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    paper.locator("input[type=file]").setInputFiles(files);
  await choose([
    { name: "paper.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdf().slice(0, 500)) },
    { name: "large.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(1_025) },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
  ]);
  await expect(paper.getByText("large.pdf is too large", { exact: false })).toBeVisible();
  await expect(paper.getByText("notes.txt isn't of a type", { exact: false })).toBeVisible();
  await expect(paper.getByRole("listitem")).toHaveCount(1);
  await expect(paper.getByRole("listitem")).toContainText("paper.pdf");
  await expectAccessible(page);

  // In the JSON it is as Meta writes it, and what is written there is in the inspector.
  await page.getByRole("button", { name: "JSON" }).click();
  const json = page.getByLabel("Flow JSON");
  const whole = await json.inputValue();
  expect(whole).toContain('"allowed-mime-types"');
  expect(whole).toContain('"DocumentPicker"');
  await json.fill(
    whole
      .replace(/"payload": \{\}/, '"payload": { "papers": "${form.document_picker_1}" }')
      .replace("Your paper", "Your bill"),
  );
  await json.press("Control+Enter");
  await expect(page.getByText("It is applied.")).toBeVisible();
  await page.getByRole("button", { name: "Build" }).click();
  const bill = preview.getByRole("group", { name: "Your bill" });
  await bill
    .locator("input[type=file]")
    .setInputFiles([
      { name: "bill.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdf().slice(0, 500)) },
    ]);
  await expect(bill.getByText("bill.pdf")).toBeVisible();
  await preview.getByRole("button", { name: "Send" }).click();
  await expect(preview.getByRole("status").filter({ hasText: "bill.pdf" })).toContainText(
    '"mime_type": "application/pdf"',
  );
  await page.setViewportSize({ width: 360, height: 700 });
  await fitsInWidth(page);
});

test("a customer of the simulator sends a photo and a paper through a flow, and a colleague saves both from its answers", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("shelf"));
  const [name, word] = [unique("Phone"), unique("card")];
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name, type: 4, vendor: 91, contactId: name },
  });
  const flowId = await publishedFlow(client, channelId, pickingFlow(), pickingRules);
  const graph = sendingFlow(flowId, "Thanks for {form.papers.0.name}");
  const id = await publishedOne(client, "journey", unique("Cards"), graph);
  await client.call(instanceDoors.journey.create, { params: { id }, body: { channelId, keywords: [word] } });

  await page.goto(`/simulator?channel=${channelId}`);
  await page.getByRole("button", { name: "Add a person" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a person" });
  await dialog.getByLabel(/^Name/).fill("Asha");
  await dialog.getByRole("textbox", { name: /^Number/ }).fill(freePhone());
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const phone = page.getByRole("region", { name: "Phone of Asha" });
  await phone.getByRole("textbox", { name: "Message" }).fill(word);
  // In the box, wherever the closing dialog puts the focus.
  await phone.getByRole("textbox", { name: "Message" }).press("Enter");
  await phone.getByRole("button", { name: "Choose" }).press("Enter");
  const flow = page.getByRole("dialog", { name: "Choose" });
  const photos = flow.getByRole("group", { name: "Your card" });
  await photos
    .locator("input[type=file]")
    .setInputFiles([{ name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from(jpeg(40)) }]);
  await expect(photos.getByText("me.jpg")).toBeVisible();
  await expectAccessible(page);
  await flow.getByRole("button", { name: "Go on" }).click();
  const papers = flow.getByRole("group", { name: "Your paper" });
  const goOn = flow.getByRole("button", { name: "Go on" });
  const sent = Promise.withResolvers<void>();
  await page.route("**/simulator/*/media*", async (route) => {
    await sent.promise;
    await route.continue();
  });
  await papers
    .locator("input[type=file]")
    .setInputFiles([{ name: "paper.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdf()) }]);
  // Nobody answers without the file that they have chosen.
  await expect(goOn).toHaveAccessibleDescription("Wait until the files are sent.");
  await goOn.press("Enter");
  await expect(papers.getByText("paper.pdf is being sent…")).toBeVisible();
  sent.resolve();
  await expect(papers.getByRole("button", { name: "Take out paper.pdf" })).toBeVisible();
  await goOn.click();
  await expect(flow).toBeHidden();
  await expect(phone.getByText("Thanks for paper.pdf")).toBeVisible();

  const { answers } = await client.call(flowsApi.listWaFlowAnswers, { params: { id: flowId } });
  const { papers: kept } = (answers[0]?.values ?? {}) as { papers?: { file: string }[] };
  const paper = kept?.[0];
  await page.goto(`/whatsapp-flow?file=${paper?.file}`);
  const shown = page.getByRole("dialog", { name: "A file from a flow" });
  await expect(shown.getByRole("link", { name: /^Save paper\.pdf/ })).toBeVisible();
  await expectAccessible(page);
  await shown.getByRole("button", { name: "Close" }).last().click();
  const { flows } = await client.call(flowsApi.listWaFlows, {});
  const named = flows.find((each) => each.id === flowId)?.name ?? "";
  await page.getByRole("textbox", { name: "Search flows" }).fill(named);
  await page.getByRole("button", { name: `Actions for ${named}` }).click();
  await page.getByRole("menuitem", { name: "Answers" }).click();
  const list = page.getByRole("dialog");
  await list.getByRole("button", { name: "Open me.jpg" }).click();
  const saving = page.waitForEvent("download");
  await list.getByRole("link", { name: /^Save me\.jpg/ }).click();
  expect((await saving).suggestedFilename()).toBe("me.jpg");
});
