/** A text of more than `limit` characters, cut at the last word that fits, or at the limit where there is no space. */
export function shortened(text: string, limit: number): string {
  const characters = Array.from(text)
  if (characters.length <= limit) return text
  const cut = characters.slice(0, limit).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > 0 ? lastSpace : undefined).trimEnd()}…`
}
