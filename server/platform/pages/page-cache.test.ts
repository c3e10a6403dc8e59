import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { createPageCache } from './page-cache.ts'
import { makePageDocument, type PageDocument } from './page-document.ts'

let now = new Date('2026-03-14T15:00:00Z')
const clock = { now: () => now, offsetMs: () => 0 }
const listing = { ids: new Set<string>(), isListing: true }

function aDocument(sizeBytes: number): PageDocument {
  return { contentType: 'text/html', gzipped: Buffer.alloc(sizeBytes), hash: 'x' }
}

test('a page whose data was read before a change is not cached after it', () => {
  const cache = createPageCache(clock)
  const before = cache.drops()
  cache.drop('a-creator')
  cache.keep('/asha', aDocument(1), { ids: new Set(['a-creator']), isListing: false }, before)
  expect(cache.find('/asha')).toBeNull()
  cache.keep('/asha', aDocument(1), { ids: new Set(['a-creator']), isListing: false }, cache.drops())
  expect(cache.find('/asha')).not.toBeNull()
  cache.drop('somebody-else')
  expect(cache.find('/asha')).not.toBeNull()
  cache.drop('a-creator')
  expect(cache.find('/asha')).toBeNull()
})

test('a page is kept for a minute, however often it is asked for', () => {
  const cache = createPageCache(clock)
  cache.keep('/asha', aDocument(1), listing, cache.drops())
  for (const seconds of [40, 20]) {
    now = new Date(now.getTime() + seconds * 1000)
    expect(cache.find('/asha')).not.toBeNull()
  }
  now = new Date(now.getTime() + 1)
  expect(cache.find('/asha')).toBeNull()
})

test('the least recently used page makes room', () => {
  const cache = createPageCache(clock, 100)
  const keep = (key: string, sizeBytes: number) =>
    cache.keep(key, aDocument(sizeBytes), listing, cache.drops())
  for (const key of ['/a', '/b', '/c']) keep(key, 30)
  cache.find('/a')
  keep('/d', 30)
  expect(['/a', '/b', '/c', '/d'].map((key) => cache.find(key) !== null)).toEqual([true, false, true, true])
  keep('/huge', 101)
  expect(cache.find('/huge')).toBeNull()
  keep('/a', 90)
  expect(['/a', '/c', '/d'].map((key) => cache.find(key) !== null)).toEqual([true, false, false])
})

test('what a page shows counts as well', () => {
  const cache = createPageCache(clock, 1000)
  const shown = { ids: new Set(Array.from({ length: 10 }, (_, at) => `id ${at}`)), isListing: false }
  cache.keep('/asha', aDocument(1), shown, cache.drops())
  expect(cache.find('/asha')).toBeNull()
})

test('a document holds no memory besides its compressed bytes, and has another name when they differ', async () => {
  const [one, two] = [
    await makePageDocument('<p>One</p>', 'text/html'),
    await makePageDocument('<p>Two</p>', 'text/html'),
  ]
  expect(one.hash).not.toBe(two.hash)
  expect(one.gzipped.buffer.byteLength).toBe(one.gzipped.length)
  expect(gunzipSync(one.gzipped).toString()).toBe('<p>One</p>')
})
