import { createHash } from 'node:crypto'

import { storedHtml } from '#server/domains/posts/stored-html.ts'
import { sanitizePost } from '#server/domains/posts/sanitize.ts'
import { slugOf } from '#server/domains/posts/slug.ts'

import { type Figures } from './shape.ts'
import type { Writer } from './writer.ts'

/* Texts whose words are as unevenly used as those of a language. Posts share them, or millions would take hours. */

/** Different words; the first few are in most texts, the last in a handful. */
export const WORDS = 30_000
/** Different titles and texts. */
const TEXTS = 5000
const TITLE_WORDS = 4
const TEXT_WORDS = 40

const LETTERS = 'aeioulnrstdmkpgv'

/** The word of a rank: 1 is the most common; few look alike, as in a language. */
export function wordOf(rank: number): string {
  const letters = createHash('md5').update(String(rank)).digest('hex')
  return Array.from(letters.slice(0, 4 + (rank % 5)), (digit) => LETTERS[Number.parseInt(digit, 16)]).join('')
}

/** Numbers from 0 to 1, the same for the same seed. */
function chances(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Makes the table `populate_texts` with a row for each text, from 1; answers how many. */
export async function writeTexts({ run }: Writer, { posts, seed }: Figures): Promise<number> {
  const count = Math.min(posts, TEXTS)
  const next = chances(seed)
  const words = (length: number) => Array.from({ length }, () => wordOf(Math.ceil(WORDS ** next()))).join(' ')
  const texts = Array.from({ length: count }, () => {
    const title = words(TITLE_WORDS)
    return { title, slug: slugOf(title), ...storedHtml(sanitizePost(`<p>${words(TEXT_WORDS)}</p>`)) }
  })
  await run(
    `create temp table populate_texts on commit drop as
      select row_number() over () as number, t.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[],
        $6::integer[]) t (title, slug, html, excerpt_html, html_length, cleaner_version)`,
    [
      texts.map(({ title }) => title),
      texts.map(({ slug }) => slug),
      texts.map(({ html }) => html),
      texts.map(({ excerptHtml }) => excerptHtml),
      texts.map(({ htmlLength }) => htmlLength),
      texts.map(({ cleanerVersion }) => cleanerVersion),
    ],
  )
  await run('alter table populate_texts add primary key (number)')
  await run('analyze populate_texts')
  return count
}
