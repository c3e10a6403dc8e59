import type { Page } from '@playwright/test'

/*
 * Finds texts that were never translated: in the pseudo-language no text of ours has a plain letter, so what has one
 * comes from people, from the formatters of the browser, or was left behind.
 */

/** Words of dates, amounts and relative times, which the browser writes, and of names that are no language. */
const WRITTEN_BY_FORMATTERS = new Set(
  `January February March April May June July August September October November December Jan Feb Mar Apr Jun Jul Aug
  Sep Sept Oct Nov Dec Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun UTC ago and or
  USD INR US year years month months week weeks day days hour hours minute minutes second seconds at KB MB GB
  Cheers Google Razorpay PayPal UPI IBAN YouTube Vimeo Twitch`.split(/\s+/),
)

const WORD = /[A-Za-z]{2,}/g

/** Runs in the page; the types of these scripts are those of Node. */
const VISIBLE_TEXTS = `(() => {
  const texts = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (!element.closest('script, style, svg, textarea, noscript, select:is([name=country], [name=language], [name=time-zone]), [contenteditable]'))
      texts.push(walker.currentNode.textContent)
  }
  for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
    for (const element of document.querySelectorAll('[' + name + ']')) texts.push(element.getAttribute(name))
  return { data: document.querySelector('#page-data')?.textContent ?? 'null', texts }
})()`

/** Collects the words that people wrote, from every answer that a page gets. Call it before the page is opened. */
export function collectContent(page: Page): ReadonlySet<string> {
  const words = new Set<string>()
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (!type.includes('json')) return
    const body: unknown = await response.json().catch(() => null)
    addWords(body, words)
  })
  return words
}

/** Visible texts of a page, and the names of its controls, that are neither in the pseudo-language nor content. */
export async function untranslatedOn(page: Page, content: ReadonlySet<string>): Promise<string[]> {
  const { data, texts } = await page.evaluate<{ data: string; texts: string[] }>(VISIBLE_TEXTS)
  const known = new Set([...content, ...WRITTEN_BY_FORMATTERS])
  addWords(JSON.parse(data), known)
  return [...new Set(texts.filter((text) => wordsOf(text).some((word) => !known.has(word))))]
}

function addWords(value: unknown, words: Set<string>): void {
  if (typeof value === 'string') for (const word of value.match(WORD) ?? []) words.add(word)
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) addWords(each, words)
}

/** Runs of plain letters. One letter alone is an initial or a unit; addresses are no words. */
function wordsOf(text: string): string[] {
  const withoutAddresses = text.split(/\s+/).filter((part) => !/[@/]/.test(part))
  return withoutAddresses.flatMap((part) => part.match(WORD) ?? [])
}
