import { expect, test } from 'vitest'

import { createPageCache } from './page-cache.ts'
import { makePageDocument, type PageDocument } from './page-document.ts'

const now = new Date('2026-03-14T15:00:00Z')
const listing = { ids: new Set<string>(), isListing: true }

function aDocument(sizeBytes: number): PageDocument {
  return { contentType: 'text/html', bytes: Buffer.alloc(0), gzipped: Buffer.alloc(0), hash: 'x', sizeBytes }
}

test('a page whose data was read before a change is not cached after it', () => {
  const cache = createPageCache()
  const before = cache.drops()
  cache.drop('a-creator')
  cache.keep('/asha', aDocument(1), { ids: new Set(['a-creator']), isListing: false }, before, now)
  expect(cache.find('/asha', now)).toBeNull()
  cache.keep('/asha', aDocument(1), { ids: new Set(['a-creator']), isListing: false }, cache.drops(), now)
  expect(cache.find('/asha', now)).not.toBeNull()
  cache.drop('somebody-else')
  expect(cache.find('/asha', now)).not.toBeNull()
  cache.drop('a-creator')
  expect(cache.find('/asha', now)).toBeNull()
})

test('the least recently used page makes room', () => {
  const cache = createPageCache(100)
  const keep = (key: string, sizeBytes: number) =>
    cache.keep(key, aDocument(sizeBytes), listing, cache.drops(), now)
  for (const key of ['/a', '/b', '/c']) keep(key, 30)
  cache.find('/a', now)
  keep('/d', 30)
  expect(['/a', '/b', '/c', '/d'].map((key) => cache.find(key, now) !== null)).toEqual([
    true,
    false,
    true,
    true,
  ])
  keep('/huge', 101)
  expect(cache.find('/huge', now)).toBeNull()
  keep('/a', 90)
  expect(['/a', '/c', '/d'].map((key) => cache.find(key, now) !== null)).toEqual([true, false, false])
})

test('a document counts its memory, and has another name when its bytes differ', async () => {
  const [one, two] = [
    await makePageDocument('<p>One</p>', 'text/html'),
    await makePageDocument('<p>Two</p>', 'text/html'),
  ]
  expect(one.hash).not.toBe(two.hash)
  expect(one.sizeBytes).toBe(one.bytes.length + one.gzipped.length)
})
