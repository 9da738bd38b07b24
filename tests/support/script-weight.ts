import { gzipSync } from "node:zlib";

/** Size of these scripts in kB, compressed here because the local server does not compress as the edge does. */
export async function compressedKilobytes(urls: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...new Set(urls)].map(async (url) => gzipSync(await textOf(url)).length));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** The scripts that a page fetches before anybody touches it: those it names beforehand, and what they import. */
export async function firstScripts(page: string): Promise<Set<string>> {
  const found = new Set<string>();
  const add = async (url: string): Promise<void> => {
    if (found.has(url)) return;
    found.add(url);
    const imports = (await textOf(url)).matchAll(/(?:\bfrom|\bimport)\s*["'`](\.\/[\w.-]+\.js)["'`]/g);
    await Promise.all([...imports].map(([, path = ""]) => add(new URL(path, url).href)));
  };
  const named = (await textOf(page)).matchAll(/<link rel="modulepreload" href="([^"]+)"/g);
  await Promise.all([...named].map(([, path = ""]) => add(new URL(path, page).href)));
  return found;
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}
