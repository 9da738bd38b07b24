import { expect, test } from "vitest";
import { acceptOf, digestOf, mostOf, whyNot } from "#app/features/flow-phone/files.ts";
import { tabFiles } from "#app/features/flow-phone/tab-files.ts";

const file = (name: string, size: number, type: string) => new File([new Uint8Array(size)], name, { type });

test("a picker takes its types and sizes, and a picker of anything all of them", () => {
  const papers = { "allowed-mime-types": ["application/pdf"], "max-file-size-kb": 1 };
  expect(whyNot(file("a.pdf", 1_024, "application/pdf"), "DocumentPicker", papers)).toBeUndefined();
  expect(whyNot(file("a.pdf", 1_025, "application/pdf"), "DocumentPicker", papers)).toContain("too large");
  expect(whyNot(file("a.txt", 1, "text/plain"), "DocumentPicker", papers)).toContain("isn't of a type");
  expect(whyNot(file("a.txt", 1, "text/plain"), "DocumentPicker", {})).toBeUndefined();
  expect(whyNot(file("a.pdf", 1, "application/pdf"), "PhotoPicker", {})).toContain("isn't of a type");
  expect(acceptOf("DocumentPicker", papers)).toBe("application/pdf");
  expect(acceptOf("DocumentPicker", {})).toBe("");
  expect([mostOf("PhotoPicker", {}), mostOf("PhotoPicker", { "max-uploaded-photos": 2 })]).toEqual([30, 2]);
});

test("a preview keeps small files, told as Meta's answer tells them, and says where it keeps none", async () => {
  const take = tabFiles(10);
  const one = file("a.jpg", 6, "image/jpeg");
  const taken = await take(one);
  expect(taken).toMatchObject({
    file: { file_name: "a.jpg", mime_type: "image/jpeg", sha256: await digestOf(one) },
  });
  expect(await take(file("b.jpg", 5, "image/jpeg"))).toEqual({ failure: expect.stringContaining("b.jpg") });
  const other = await take(file("c", 4, ""));
  if (!("file" in taken) || !("file" in other)) throw new Error("not taken");
  expect(other.file.id).not.toBe(taken.file.id);
  expect(other.file.mime_type).toBe("application/octet-stream");
  // Of nothing: SHA-256 is known.
  expect(await digestOf(new Blob([]))).toBe("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
});
