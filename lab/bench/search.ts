import { parseArgs } from 'node:util'

import type { ParsedInputOf } from '#contract/http/route.ts'
import type { search } from '#contract/posts/search-routes.ts'
import { wordOf } from '../populate/words.ts'
import { openToolDatabase, type ToolDatabase } from '#scripts/tool-database.ts'
import { searchEverything } from '#server/domains/explore/search.ts'
import type { Viewer } from '#server/platform/http/implement.ts'

import { aReader, fillSearch } from './search-data.ts'
import { judgeAtMost } from './side-by-side.ts'

/*
 * How long searches take with many posts and with a hundredth of them, signed in and out: `node lab/bench/search.ts
 * [--posts 5000000]`. Not part of `npm run bench`: it needs room on the disk (about 2 GB for each million posts) and
 * minutes to fill it. The database is removed at the end.
 */

const { values } = parseArgs({ options: { posts: { type: 'string', default: '1000000' } } })
const POSTS = Number(values.posts)
const RUNS = 22
/** The most that a search may take, as a multiple of the same search in the small set, and what is quick anyway. */
const OF_SMALL = 2
const QUICK_MS = 25

const SEARCHES: { name: string; input: Omit<ParsedInputOf<typeof search>, 'in'> & { in?: 'creators' } }[] = [
  { name: 'a common word', input: { q: wordOf(3) } },
  { name: 'a word now and then', input: { q: wordOf(150) } },
  { name: 'a rare word', input: { q: wordOf(20_011) } },
  { name: 'two words', input: { q: `${wordOf(40)} ${wordOf(400)}` } },
  { name: 'the beginning of many words', input: { q: wordOf(150).slice(0, 4) } },
  { name: 'a typing error', input: { q: `${wordOf(150).slice(0, 3)}x${wordOf(150).slice(3)}` } },
  { name: 'a page by its name', input: { q: wordOf(77), in: 'creators' } },
  { name: 'a topic', input: { q: wordOf(12), in: 'creators' } },
  { name: 'on the largest page', input: { q: wordOf(150), pageHandle: 'c1' } },
]

interface Measured {
  p50: number
  p99: number
}

const small = await measureAll(POSTS / 100)
const large = await measureAll(POSTS)
for (const [key, figures] of large) {
  const beside = small.get(key) ?? figures
  const ratio = figures.p50 / beside.p50
  console.log(
    `${key.padEnd(46)} ${line(figures)}   a hundredth: ${line(beside)}   ${ratio.toFixed(1)} times as long`,
  )
  judgeAtMost(key, figures.p50, Math.max(QUICK_MS, OF_SMALL * beside.p50), 'ms')
}

function line({ p50, p99 }: Measured): string {
  return `p50 ${p50.toFixed(1).padStart(6)} ms, p99 ${p99.toFixed(1).padStart(6)} ms`
}

async function measureAll(posts: number): Promise<Map<string, Measured>> {
  const database = await openToolDatabase()
  try {
    const start = performance.now()
    await fillSearch(database.url, posts)
    const reader = await aReader(database.url)
    console.log(`${posts} posts in ${((performance.now() - start) / 1000).toFixed(0)} s`)
    const measured = new Map<string, Measured>()
    for (const viewerId of [null, reader])
      for (const { name, input } of SEARCHES) {
        const figures = await measure(database, input, viewerId)
        const key = `${name}, ${viewerId === null ? 'signed out' : 'signed in'}`
        measured.set(key, figures)
        console.log(`${key.padEnd(46)} ${line(figures)}`)
      }
    return measured
  } finally {
    await database.close()
  }
}

async function measure(
  { db }: ToolDatabase,
  input: (typeof SEARCHES)[number]['input'],
  viewerId: string | null,
): Promise<Measured> {
  const viewer = viewerId === null ? null : ({ id: viewerId } as Viewer)
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now()
    await searchEverything((work) => db.transaction().execute(work), {
      input: { in: 'all', ...input },
      viewer,
      now: new Date(),
    })
    times.push(performance.now() - start)
  }
  const sorted = times.slice(2).toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, p99: sorted.at(-1) ?? 0 }
}
