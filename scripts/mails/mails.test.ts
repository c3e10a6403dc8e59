import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { mailTexts } from '#server/platform/mail/messages.ts'
import { readSourceTree, withoutComments } from '#server/testing/source-tree.ts'

import { mailOf, renderPage } from './page.ts'
import { samples } from './samples.ts'

/** Queues a letter, and writes none. */
const NO_LETTER = new Set(['enqueueLetter'])
/** Longer ones are cut off in every list of mails. */
const SUBJECT_MAX_LENGTH = 120

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}

/** What lists of mails show beside the subject, and the mail itself hides. */
const PREVIEW = /<div class="preview"[^>]*>([^<]*)<\/div>/

/** What a reader sees of an HTML part. */
function seen(html: string): string {
  return html
    .replace(/<(style|title)>[^]*?<\/\1>/g, '')
    .replace(PREVIEW, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

test('every letter of the product has a sample', () => {
  const letters = readSourceTree()
    .filter(({ path: file }) => file.startsWith('server/') && !/test\.ts$|testing/.test(file))
    .flatMap(({ text }) => all(withoutComments(text), /export (?:async )?(?:function|const) (\w+Letter)\b/g))
    .filter((letter) => !NO_LETTER.has(letter))
  const written = fs
    .globSync('*-samples.ts', { cwd: import.meta.dirname })
    .map((file) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  expect(letters.length).toBeGreaterThan(50)
  expect(letters.filter((letter) => !new RegExp(`\\b${letter}\\(`).test(written))).toEqual([])
})

test('letters are written in files named for them, each by a function that can have a sample', () => {
  const offenders = readSourceTree()
    .filter(({ path: file }) => file.startsWith('server/domains/') && !file.endsWith('test.ts'))
    .filter(({ text }) => /\bletterTo(?:Operator)?\(/.test(withoutComments(text)))
    .filter(({ path: file }) => !/[/-](?:emails|letters)\.ts$/.test(file))
  expect(offenders.map(({ path: file }) => `${file}: move the letter to a *-letters.ts`)).toEqual([])
})

test('no two samples have one name', () => {
  expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length)
})

describe('each letter', () => {
  const mails = samples.map((sample) => ({ name: sample.name, ...mailOf(sample, 'en') }))
  const namesOf = (offenders: typeof mails) => offenders.map(({ name }) => name)

  test('has a subject that fits into a list of mails', () => {
    const fits = ({ subject }: { subject: string }) =>
      subject.trim() !== '' && subject.length <= SUBJECT_MAX_LENGTH
    expect(namesOf(mails.filter((mail) => !fits(mail)))).toEqual([])
  })

  test('holds nothing that was left open', () => {
    const open = /undefined|\bNaN\b|\[object|\bnull\b|\$?\{\w*\}|Invalid Date|⟦/
    const isOpen = ({ subject, text, html }: (typeof mails)[number]) =>
      [subject, text, seen(html)].some((part) => open.test(part))
    expect(namesOf(mails.filter(isOpen))).toEqual([])
  })

  test('has every link of the HTML in its text', () => {
    const missing = mails.flatMap(({ name, text, html }) =>
      all(html, /href="([^"]*)"/g)
        .map((link) => link.replaceAll('&#38;', '&'))
        .filter((link) => !text.includes(link))
        .map((link) => `${name}: ${link}`),
    )
    expect(missing).toEqual([])
  })

  test('says the same amounts as text and as HTML', () => {
    const amountsIn = (part: string) =>
      all(part, /([$₹€£]\s?[\d.,]*\d)/g)
        .toSorted()
        .join(' ')
    expect(namesOf(mails.filter(({ text, html }) => amountsIn(text) !== amountsIn(seen(html))))).toEqual([])
  })

  test('has a preview that begins with what it says, and repeats it within the mail', () => {
    const isPreviewed = ({ html }: (typeof mails)[number]) => {
      const [, preview = ''] = PREVIEW.exec(html) ?? []
      const [start = ''] = preview.split('…')
      return start.trim().length > 10 && html.replace(PREVIEW, '').includes(start.trim().slice(0, 20))
    }
    expect(namesOf(mails.filter((mail) => !isPreviewed(mail)))).toEqual([])
  })

  test('ends with why one gets it', () => {
    const reasons = Object.values(mailTexts.why)
    expect(namesOf(mails.filter(({ text }) => !reasons.some((why) => text.includes(why))))).toEqual([])
  })
})

test('the page shows each of them in both themes, at two widths and as text', () => {
  const page = renderPage(samples, 'pseudo')
  expect(page.match(/<iframe/g)).toHaveLength(samples.length * 4)
  expect(page.match(/<pre>/g)).toHaveLength(samples.length)
})
