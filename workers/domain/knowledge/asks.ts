const VALUED = /^(?:max-|unavailable_after)/;

/**
 * What a robots tag or an X-Robots-Tag header asks, in lower case: "noindex", "nofollow", "none"… What it asks of
 * another robot by name is not asked of us; what stands without a name is asked of all.
 */
export const asksOf = (tag: string): string[] =>
  tag.split(",").flatMap((each) => {
    const [first = "", second] = each.split(":").map((part) => part.trim());
    if (second === undefined) return first === "" ? [] : [first];
    return VALUED.test(first) || !first.startsWith("chatbird") ? [] : [second];
  });
