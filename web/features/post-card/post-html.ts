/**
 * Sanitised post HTML whose links all open in a new tab. The server writes them so; this covers posts that were
 * stored before it did. A string, because server and browser must render the very same text.
 */
export function withLinksInNewTabs(html: string): string {
  return html.replace(/<a\b(?![^>]*\starget=)/gi, '<a target="_blank" rel="noopener noreferrer ugc"')
}
