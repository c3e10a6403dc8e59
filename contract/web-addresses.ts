/**
 * Common endings of web addresses; a dot before anything else may be part of a name (St.John, node.js, nila.bose).
 * Endings not listed here are made harmless where they are mailed.
 */
const ENDINGS = new Set(
  `ai app art biz blog cc cfd click club cn co com de dev edu es eu example fm fr fun gg gov help icu info io it jp link
  live ly me mobi name net news nl online org page pro pw ru sbs shop site space store tech test tk to top tv uk us vip
  web website win work world ws xyz zip`.split(/\s+/),
)

/** Whether a mail program would turn part of a name into a link. */
export function hasWebAddress(text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('。', '.')
  if (plain.includes('://') || /(?:^|[^\p{L}\p{N}])www\./u.test(plain)) return true
  const labels = plain.split('.')
  return labels.some((label, index) => {
    if (index === 0 || !/[\p{L}\p{M}\p{N}-]$/u.test(labels[index - 1] ?? '')) return false
    const [word, rest] = splitWord(label)
    return ENDINGS.has(word) || word.startsWith('xn--') || (word.length >= 2 && rest.startsWith('/'))
  })
}

/** The letters, digits and hyphens at the beginning, and what follows. */
function splitWord(text: string): [word: string, rest: string] {
  const end = text.search(/[^\p{L}\p{M}\p{N}-]/u)
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)]
}
