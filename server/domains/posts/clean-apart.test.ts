import { expect, test } from 'vitest'

import { workFor } from '#server/platform/callers.ts'

import { cleanApart } from './clean-apart.ts'

let number = 0

/** A text of its own, long enough to be cleaned apart. */
function aText(): string {
  number += 1
  return `<p>Text ${number} https://a.example/ ${'and so on '.repeat(20_000)}</p>`
}

function as<T>(key: string, work: () => T, signal = new AbortController().signal): T {
  return workFor({ key, isKnown: false, signal }, work)
}

test('a revision is cleaned once, however many read it at once or one after the other', async () => {
  const html = aText()
  const readers = ['a', 'b', 'c'].map((key) => as(key, () => cleanApart(html, { isForReading: true })))
  const [first, ...others] = await Promise.all(readers)
  expect(first?.text.html).toContain('rel="noopener noreferrer ugc"')
  for (const other of [...others, await cleanApart(html, { isForReading: true }), await cleanApart(html)])
    expect(other).toBe(first)
  expect(await cleanApart(`${html}<p>More</p>`, { isForReading: true })).not.toBe(first)
})

test('who writes goes before everybody who reads', async () => {
  const done: string[] = []
  const all = Array.from({ length: 8 }, (_, reader) =>
    as(`reader ${reader}`, () => cleanApart(aText(), { isForReading: true })).then(() => done.push('reader')),
  )
  all.push(as('writer', () => cleanApart(aText())).then(() => done.push('writer')))
  await Promise.all(all)
  expect(done.indexOf('writer')).toBeLessThanOrEqual(1)
})

test('the first reader hanging up doesn’t leave the others without it', async () => {
  const html = aText()
  const gone = new AbortController()
  // Something else is being cleaned first.
  const before = cleanApart(aText())
  const first = as('a', () => cleanApart(html, { isForReading: true }), gone.signal)
  const second = as('b', () => cleanApart(html, { isForReading: true }))
  gone.abort(new Error('hung up'))
  expect((await second)?.text.html).toBe((await first)?.text.html)
  await before
})
