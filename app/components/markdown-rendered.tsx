import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { isSafeAddress, OutLink } from "./out-link.tsx";

const components: Components = {
  a: ({ href, children }) =>
    href && isSafeAddress(href) ? <OutLink href={href}>{children}</OutLink> : <span>{children}</span>,
  img: ({ src, alt }) =>
    typeof src === "string" && isSafeAddress(src) ? (
      <OutLink href={src}>{alt || src}</OutLink>
    ) : (
      <span>{alt}</span>
    ),
  h1: ({ children }) => <p className="text-base font-semibold">{children}</p>,
  h2: ({ children }) => <p className="font-semibold">{children}</p>,
  h3: ({ children }) => <p className="font-semibold">{children}</p>,
  h4: ({ children }) => <p className="font-semibold">{children}</p>,
  h5: ({ children }) => <p className="font-semibold">{children}</p>,
  h6: ({ children }) => <p className="font-semibold">{children}</p>,
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="list-decimal pl-5">{children}</ol>,
  blockquote: ({ children }) => <blockquote className="border-l-2 border-edge pl-3">{children}</blockquote>,
  code: ({ children }) => <code className="rounded bg-sunken px-1 text-[0.8125rem]">{children}</code>,
  pre: ({ children }) => <pre className="overflow-x-auto rounded-md bg-sunken p-2">{children}</pre>,
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table className="border-collapse [&_td]:border [&_td]:border-line [&_td]:px-2 [&_th]:border [&_th]:border-line [&_th]:px-2">
        {children}
      </table>
    </div>
  ),
};

/** Headings become bold lines: an answer must not add to the outline of the page around it. */
export function MarkdownRendered({ text }: { text: string }) {
  return (
    <div className="grid gap-2 break-words [&_input]:mr-1.5">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components} urlTransform={(url) => url}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
