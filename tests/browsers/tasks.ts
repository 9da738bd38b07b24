import { answerTo } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import type { Task, Walk } from "./task.ts";
import { approved, fileOf, phoneOf } from "./world.ts";

const CUSTOMERS = "/customer-master/customers";

async function findCustomer({ screen }: Walk, name: string) {
  await screen.open(CUSTOMERS);
  await screen.label("Search customers").fill(name);
  // The rows that were shown before give way to those that were found.
  await screen.arrives(/[?&]q=/);
  await screen.text("1–1 of 1").shown();
  return screen.role("row").having(name);
}

/** The ten things that people do most, each from its first screen to what it leads to. */
export const TASKS: readonly Task[] = [
  {
    name: "signs in with the captcha's question",
    signedOut: true,
    async walk({ screen, shot }) {
      await screen.open("/login");
      await screen.label(/^E-mail/).fill(DEMO.email);
      await screen.label(/^Password/).fill(DEMO.password);
      await shot("sign-in");
      await screen.button(/^Can't read it/).click();
      const { text } = await screen.text(/^Write the /).shown();
      await screen.label(/^Captcha/).fill(answerTo(text));
      await screen.button("Sign in").click();
      await screen.arrives(/^\/dashboard/);
      await screen.role("heading", DEMO.name).shown();
    },
  },
  {
    name: "creates a bot, adds phrases, trains it and tries it",
    async walk({ screen, unique, shot }) {
      const name = unique("Helper");
      await screen.open("/bots");
      await screen.button("Create New Agent").click();
      const dialog = screen.role("dialog");
      await dialog.label("Name").fill(name);
      await dialog.label("Description").fill("Helps with cards");
      await dialog.button("Create").click();
      await screen.role("heading", name).shown();
      await screen.label(/^Intent name/).fill("Lost card");
      const phrase = screen.label("New training phrase");
      for (const words of ["I lost my card", "my card was stolen", "somebody took my card"]) {
        await phrase.fill(words);
        await phrase.press("Control+Enter");
        await screen.text(words, { exact: true }).shown();
      }
      await screen.role("tab", "Response").click();
      await screen.label("Response in markdown").fill("We block it **now**.");
      await screen.label("Response in markdown").press("Control+Enter");
      await screen.button("Create").click();
      await screen.text("Intent saved successfully").shown();
      await screen.button(/^Train/).click();
      await screen.text("Bot trained").shown(60_000);
      await shot("bot");
      await screen.button("Try it").click();
      const trying = screen.role("dialog", "Try it");
      await trying.label("Your message").fill("I lost my card");
      await trying.button("Send").click();
      await trying.text("We block it").shown();
      await shot("try-it");
    },
  },
  {
    name: "imports customers from a file",
    async walk({ screen, world, unique, phone, shot }) {
      const file = `${unique("People").replaceAll(" ", "-")}.csv`;
      const rows = [1, 2, 3].map((at) => `${unique("Imported")} ${at},+91${phone()}`);
      await screen.open("/customer-master/uploadfile");
      await screen
        .label("Choose a CSV file")
        .give(fileOf(world, file, ["Name,Phone Number", ...rows].join("\n")));
      await screen.button(`Upload ${file}`).click();
      await screen.role("heading", file).shown();
      await shot("import-mapping");
      await screen.button("Check first").click();
      await screen.text("Checked", { exact: true }).shown();
      await screen.button("Start the import").click();
      await screen.text("Completed", { exact: true }).shown(60_000);
      await shot("import-done");
      await screen.open(CUSTOMERS);
      await screen.label("Search customers").fill(rows[0]?.split(",")[0] ?? "");
      await screen
        .role("row")
        .having(rows[0]?.split(",")[0] ?? "")
        .shown();
    },
  },
  {
    name: "makes, finds and edits a customer",
    async walk(walk) {
      const { screen, unique, phone, shot } = walk;
      const [name, other] = [unique("Meera"), unique("Kavya")];
      await screen.open(CUSTOMERS);
      await screen.link("Create Customer").click();
      await screen.label(/^Name/).fill(name);
      await screen.label(/^Phone Number/).fill(`+91${phone()}`);
      await screen.button("Save").click();
      await screen.arrives(/^\/customer-master\/customers$/);
      const row = await findCustomer(walk, name);
      await row.shown();
      await shot("customers");
      await screen.link(name).click();
      await screen.button("Edit").click();
      await screen.label(/^Name/).fill(other);
      await shot("customer");
      await screen.button("Save").click();
      await screen.arrives(/^\/customer-master\/customers/);
      await (await findCustomer(walk, other)).shown();
    },
  },
  {
    name: "answers a chat and closes it",
    async walk({ screen, world, unique, phone, shot }) {
      const { say } = await phoneOf(world, unique("Desk"));
      const person = { name: unique("Ravi"), phone: `+91${phone()}` };
      await screen.open("/chat/conversation");
      await screen.role("heading", "Chats").shown();
      await say(person, "My card is *lost*");
      const row = screen.role("region", "Chats").link(new RegExp(person.name));
      await row.click();
      const history = screen.role("log", "Messages");
      await history.says("My card is lost");
      await screen.button("Pick up").click();
      await screen.label("Reply").fill("We are blocking it now.");
      await screen.label("Reply").press("Enter");
      await history.says("We are blocking it now.");
      await history.says("Delivered");
      await say(person, "Thank you!");
      await history.says("Thank you!");
      await shot("chat");
      await screen.button("Close chat").click();
      const closing = screen.role("dialog", "Close the chat");
      await closing.label("How it ended, for colleagues").fill("Card replaced");
      await closing.button("Close chat").click();
      await closing.gone();
    },
  },
  {
    name: "writes a template beside its preview and has it approved",
    async walk({ screen, world, unique, shot }) {
      const channel = unique("Shop");
      await phoneOf(world, channel);
      const name = unique("order").toLowerCase().replaceAll(/\W+/g, "_");
      await screen.open("/admin/messageTemplate/whatsapp");
      await screen.link("New template").nth(0).click();
      await screen.label("Template Name").fill(name);
      await screen.label("Channel", { exact: true }).choose(channel);
      await screen.label(/^Text/).fill("Hello {{name}}, your *order* is on its way now.");
      await screen.label("Sample for {{name}} (text)").fill("Asha");
      await screen.role("region", "Preview").says("Hello Asha, your order is on its way now.");
      await shot("template");
      await screen.button("Submit for review").click();
      await screen.role("heading", name).shown();
      await screen
        .role("status")
        .having(/Approved/)
        .says("It can be sent.");
    },
  },
  {
    name: "sends a broadcast on the simulator and sees what became of it",
    async walk({ screen, world, unique, phone, shot }) {
      const channel = unique("Shop");
      const { id } = await phoneOf(world, channel);
      const name = unique("order").toLowerCase().replaceAll(/\W+/g, "_");
      await approved(world, id, name);
      await screen.open("/campaigns/broadcast");
      await screen.link("Send Template").nth(0).click();
      await screen.label("Choose Channel").choose(channel);
      await screen.label("Choose Template").fill(name);
      await screen.role("option", name).click();
      await screen.label("{{1}} (required)", { exact: true }).fill("Asha");
      await screen.label("{{2}} (required)", { exact: true }).fill("B-7");
      await screen.label("Mobile Numbers").fill(`+91${phone()}, +91${phone()}`);
      await screen.role("region", "Before you send").says(/Will get it ?2/);
      await shot("broadcast-form");
      await screen.button("Send").click();
      await screen.arrives(/^\/campaigns\/broadcast/);
      await screen.label("Search by name").fill(name);
      const row = screen.role("row").having(name);
      await row.says("Completed", 60_000);
      await row.link(name).click();
      await screen
        .role("region", "Results")
        .link(/^Delivered/, { exact: false })
        .says("2");
      await shot("broadcast");
    },
  },
  {
    name: "reads the report and the dashboard, with their charts",
    async walk({ screen, world, shot }) {
      await screen.open(`/bots/${world.agentId}/nlp-report/overview`);
      await screen.button(/^Total Conversation ?\d/).shown();
      await screen.css(".apexcharts-canvas").shown();
      await shot("report");
      await screen.open("/dashboard");
      await screen.role("list", "What matters today").shown();
      await screen.role("heading", "Recent activity").shown();
      await shot("dashboard");
    },
  },
  {
    name: "makes a user, gives them a role and the role a right",
    async walk({ screen, unique, shot }) {
      const name = unique("Nila");
      const address = `${name.toLowerCase().replaceAll(" ", "-")}@example.com`;
      await screen.open("/admin/users/invited");
      await screen.button("Invite").click();
      const dialog = screen.role("dialog", "Invite colleagues");
      await dialog.label(/^E-mail addresses/).fill(address);
      await dialog.label("Report Viewer").check();
      await shot("invite");
      await dialog.button("Send invitations").click();
      await dialog.gone();
      await screen.role("row").having(address).says("Report Viewer");
      await screen.open("/admin/permission");
      await screen.label("Filter permissions").fill("campaigns");
      await screen.text("9 permissions").shown();
      await shot("permissions");
      const box = screen.role("checkbox", /^Report Viewer: /).nth(0);
      const { isChecked } = await box.shown();
      await box.click();
      await screen.button("Review and save").click();
      const review = screen.role("dialog", "Save these changes?");
      await review.button("Save changes").click();
      await screen.text(/Roles? .*saved/).shown();
      if ((await box.shown()).isChecked === isChecked) throw new Error("The right is as it was.");
    },
  },
  {
    name: "begins a journey from the library of samples, tries it and publishes it",
    async walk({ screen, unique, shot }) {
      const name = unique("Welcome");
      await screen.open("/journey/workspace");
      await screen.button("New journey").nth(0).click();
      const dialog = screen.role("dialog", "New journey");
      await dialog.label(/^Name of the journey/).fill(name);
      await dialog.role("radio", /^Welcome and hand over/).check();
      await dialog.button("Create").click();
      await screen.arrives(/^\/designer\/journey\/[\w-]+$/);
      await screen.role("tree", "Steps").shown();
      await shot("designer");
      await screen.role("tab", "Test").click();
      await screen.button("Start the test").click();
      await screen.role("log", "What the customer sees").says(/\w{4}/);
      await screen.button("Publish").click();
      const publish = screen.role("dialog", "Publish");
      await publish.label("What is new").fill("The first one");
      await publish.button("Publish").click();
      await screen.text("Live v1", { exact: true }).shown();
      await shot("journey-live");
    },
  },
];
