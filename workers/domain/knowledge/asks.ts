const VALUED = /^(?:max-|unavailable_after)/;

/**
 * Directives of a robots tag or an X-Robots-Tag header, in lower case: "noindex", "nofollow", "none"… Directives
 * addressed to another robot by name do not apply to us; unnamed ones apply to every robot.
 */
export const asksOf = (tag: string): string[] =>
  tag.split(",").flatMap((each) => {
    const [first = "", second] = each.split(":").map((part) => part.trim());
    if (second === undefined) return first === "" ? [] : [first];
    return VALUED.test(first) || !first.startsWith("chatbird") ? [] : [second];
  });
