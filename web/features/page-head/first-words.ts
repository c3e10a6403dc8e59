/** The first words of sanitised HTML, of about that many characters; empty when there are none. */
export function firstWords(html: string, maxCharacters: number): string {
  const words = html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  return cutWords(words, maxCharacters)
}

/** The first words of plain text, of about that many characters. */
export function cutWords(text: string, maxCharacters: number): string {
  const words = text.replace(/\s+/g, ' ').trim()
  const characters = Array.from(words)
  if (characters.length <= maxCharacters) return words
  const cut = characters.slice(0, maxCharacters).join('')
  const end = cut.lastIndexOf(' ')
  return `${end > maxCharacters / 2 ? cut.slice(0, end) : cut}…`
}
