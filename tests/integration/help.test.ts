import { expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";
import * as helpApi from "#workers/contract/endpoints/help.ts";

const harness = await startHarness();
const SITE = "https://community.company.com/help";

const withCommunity = async () => {
  const person = await makePerson(harness);
  await harness.env.DIRECTORY.prepare(`UPDATE enterprises SET features = '{"community":true}' WHERE id = ?`)
    .bind(person.enterpriseId)
    .run();
  return person;
};
const site = (answer: () => Response) => {
  answerOutbound("https://cloudflare-dns.com/dns-query", () =>
    Response.json({ Answer: [{ type: 1, data: "93.184.216.34" }] }),
  );
  return answerOutbound(SITE, answer);
};

test("help is for enterprises that have the community; for others there is none", async () => {
  const site_ = site(() => Response.json({ items: [] }));
  const person = await makePerson(harness);
  expect((await person.send("GET", "/api/e/enterprise/help")).status).toBe(404);
  expect(site_.requests).toEqual([]);
});

test("a name that leads inside is not asked, and the panel is told that the site does not answer", async () => {
  const person = await withCommunity();
  const asked = site(() => Response.json({ items: [] }));
  answerOutbound("https://cloudflare-dns.com/dns-query", () =>
    Response.json({ Answer: [{ type: 1, data: "10.0.0.7" }] }),
  );
  const response = await person.send("GET", "/api/e/enterprise/help");
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    status: false,
    message: "The community site is not responding. Please try again later.",
  });
  expect(asked.requests).toEqual([]);
});

test.each([
  ["an error", () => new Response("{}", { status: 500 })],
  ["a redirect inside", () => Response.redirect("https://127.0.0.1/help", 302)],
  ["a page that is no list", () => new Response("<html>Community</html>")],
  ["more than half a megabyte", () => Response.json({ items: [], padding: "x".repeat(600_000) })],
])("%s of the site is said to be that it does not answer, and nothing of it is shown", async (_, answer) => {
  const person = await withCommunity();
  site(answer);
  expect((await person.send("GET", "/api/e/enterprise/help")).status).toBe(409);
});

test("the first hundred entries come as agreed, checked one by one, and the site is asked once for all", async () => {
  const person = await withCommunity();
  const many = Array.from({ length: 120 }, (_, at) => ({
    title: `Entry ${at}`,
    url: `https://community.company.com/${at}`,
  }));
  const asked = site(() =>
    Response.json({
      items: [
        {
          title: " Import <b>customers</b> ",
          url: "https://a.company.com/1",
          summary: "As CSV",
          kind: "video",
        },
        { title: "Script", url: "javascript:alert(1)" },
        { title: "Data", url: "data:text/html,<script>1</script>" },
        { title: "", url: "https://a.company.com/2" },
        { url: "https://a.company.com/3" },
        "not an entry",
        { title: "Of a kind to come", url: "http://a.company.com/4", kind: "podcast", summary: 7 },
        ...many,
      ],
    }),
  );
  const { items } = await person.call(helpApi.listHelp);
  // The words as they are: it is the screen that never takes them for HTML.
  expect(items.slice(0, 3)).toEqual([
    { title: "Import <b>customers</b>", url: "https://a.company.com/1", summary: "As CSV", kind: "video" },
    { title: "Of a kind to come", url: "http://a.company.com/4", summary: "", kind: "article" },
    { title: "Entry 0", url: "https://community.company.com/0", summary: "", kind: "article" },
  ]);
  expect(items).toHaveLength(100);
  const colleague = await withCommunity();
  expect((await colleague.call(helpApi.listHelp)).items).toEqual(items);
  expect(asked.requests).toHaveLength(1);
  const { searchParams } = new URL(asked.requests[0]?.url ?? "");
  expect([searchParams.get("pageSize"), searchParams.get("lang")]).toEqual(["100", "en"]);
  // Nothing about the asking user is sent there.
  expect(asked.requests[0]?.headers.get("authentication-token")).toBeNull();
});
