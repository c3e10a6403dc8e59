import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { EXCERPT_MAX_BYTES } from '#contract/posts/limits.ts'

import { excerptOf } from './excerpt.ts'
import { sanitizePost } from './sanitize.ts'

/** More than an excerpt holds. */
function long(part: string): string {
  return part.repeat(Math.ceil((2 * EXCERPT_MAX_BYTES) / part.length))
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}

/** An excerpt of a cleaned post, after checking that the cleaner wouldn't change it. */
function excerpt(html: string): string {
  const made = excerptOf(sanitizePost(html)) ?? expect.fail('the post is short')
  expect(sanitizePost(made)).toBe(made)
  expect(bytesOf(made)).toBeLessThanOrEqual(EXCERPT_MAX_BYTES)
  return made
}

test('a post of up to 2 KB has no excerpt: lists carry all of it', () => {
  const html = `<p>${'a'.repeat(EXCERPT_MAX_BYTES - 7)}</p>`
  expect(bytesOf(html)).toBe(EXCERPT_MAX_BYTES)
  expect(excerptOf(html)).toBeNull()
  expect(excerptOf(`${html} `)).not.toBeNull()
})

test('it counts bytes, not characters', () => {
  const made = excerpt(`<p>${long('संगीत और कहानी ')}</p>`)
  expect(made).toMatch(
    /^<p>(?:संगीत और कहानी )+संगीत(?: और(?: कहानी)?)?…<\/p>$|^<p>(?:संगीत और कहानी ?)+…<\/p>$/u,
  )
  expect(bytesOf(made)).toBeGreaterThan(EXCERPT_MAX_BYTES - 60)
})

test('a sentence is cut between two words, and the cut is shown', () => {
  expect(excerpt(`<p>${long('<b>bold</b> words ')}</p>`)).toMatch(/(?:<\/b>| words|>bold)…(?:<\/b>)?<\/p>$/)
})

test('a word longer than an excerpt is cut between two characters as people count them', () => {
  const made = excerpt(`<p>${long('👩‍👩‍👧‍👦')}</p>`)
  expect(made).toMatch(/^<p>(?:👩‍👩‍👧‍👦)+…<\/p>$/u)
})

test('an entity is never cut', () => {
  for (let shift = 0; shift < 6; shift += 1)
    expect(excerpt(`<p>${'x'.repeat(shift)}${long('&amp;')}</p>`)).toMatch(/^<p>x*(?:&amp;)+…<\/p>$/)
})

test('every tag open at the cut is closed', () => {
  expect(excerpt(`<ul><li>One<ol><li><b>${long('two ')}`)).toMatch(
    /^<ul><li>One<ol><li><b>(?:two )+two…<\/b><\/li><\/ol><\/li><\/ul>$/,
  )
})

test('an item of a list, a heading or a paragraph that does not fit at all leaves nothing behind', () => {
  const made = excerpt(`<ul>${long('<li>A short item</li>')}</ul>`)
  expect(made).toMatch(/^<ul>(?:<li>A short item<\/li>)+(?:<li>A[ a-z]*…<\/li>)?<\/ul>$/)
})

test('a link is kept whole or left out', () => {
  const made = excerpt(`<p>${long('See <a href="https://tea.example/cups">these cups</a> first. ')}</p>`)
  expect(made.match(/<a /g)?.length).toBe(made.match(/these cups<\/a>/g)?.length)
  const card = `<p><a class="link-card" href="https://tea.example/?${'a'.repeat(900)}"><span class="link-card-title">${'b'.repeat(200)}</span></a></p>`
  expect(excerpt(`<p>First</p>${card}${card}`)).toMatch(/<\/span><\/a><\/p>$/)
})

test('pictures are kept whole with their caption, or left out', () => {
  const figure =
    '<figure data-media="a b"><figcaption>A <a href="https://a.example">kiln</a></figcaption></figure>'
  const words = `<p>${'clay '.repeat(600)}</p>`
  expect(excerptOf(figure + words)?.startsWith(figure)).toBe(true)
  expect(excerptOf(`<p>${'clay '.repeat(400)}</p>${figure}${words}`)).not.toContain('figure')
})

test('a link too long for the excerpt is reduced to its words', () => {
  const made = excerpt(`<p><a href="https://tea.example/?${'a'.repeat(3000)}">All about tea</a></p>`)
  expect(made).toBe('<p>All about tea…</p>')
})

test('empty elements take no room from the rest', () => {
  expect(excerpt(`${long('<p></p><br><p><b> </b></p>')}<p>Here it begins</p>`)).toBe('<p>Here it begins</p>')
})

test('a picture that fits is kept; one with an endless address is not', () => {
  const fitting = '<img src="https://tea.example/cup.png" alt="A cup">'
  expect(excerpt(`${fitting}<p>${long('tea ')}</p>`)).toContain('<img src="https://tea.example/cup.png"')
  expect(excerpt(`<img src="https://tea.example/${'a'.repeat(3000)}"><p>Tea</p>`)).toBe('<p>Tea</p>')
})

const TAGS = ['p', 'h2', 'ul', 'ol', 'li', 'blockquote', 'pre', 'b', 'em', 'span', 'sub', 'div', 'a']
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.lorem({ maxCount: 12 }) },
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('&amp;', '&lt;', '<', '>', '&', '&#9;', '<br>', '<hr>', '\n', ' ', '"', '&nbsp;'),
  fc.constantFrom(...TAGS).map((tag) => `<${tag}>`),
  fc.constantFrom(...TAGS).map((tag) => `</${tag}>`),
  fc.nat(400).map((size) => `<a href="https://tea.example/${'y'.repeat(size)}">tea`),
  fc.nat(900).map((size) => `<img src="https://tea.example/x.png" alt="${'é'.repeat(size)}">`),
)

test('any post gives an excerpt of 2 KB at most, clean, and equal to its beginning', () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 400 }), (pieces) => {
      const html = sanitizePost(pieces.join(''))
      const made = excerptOf(html)
      if (made === null) return bytesOf(html) <= EXCERPT_MAX_BYTES
      expect(bytesOf(made)).toBeLessThanOrEqual(EXCERPT_MAX_BYTES)
      expect(sanitizePost(made)).toBe(made)
      const shown = wordsOf(made).replace(/…$/, '')
      return wordsOf(html).startsWith(shown)
    }),
    { numRuns: 300, seed: 20261122 },
  )
})

function wordsOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/\s+/g, '')
}
