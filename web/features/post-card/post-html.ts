/**
 * Sanitised post HTML whose links all open in a new tab. The server writes them that way; this covers posts stored
 * before it did. A string, because server and browser must render exactly the same text.
 */
export function withLinksInNewTabs(html: string): string {
  // No `<` within a tag: text that only looks like many tag openings is read once.
  return html.replace(/<a\b[^<>]*/gi, (tag) =>
    /\starget=/i.test(tag) ? tag : `<a target="_blank" rel="noopener noreferrer ugc"${tag.slice(2)}`,
  )
}
