import { expect, test } from 'vitest'

import { threadWorkedMs } from '#server/testing/seen-time.ts'

import { judgeWords } from './word-rules.ts'

function isFound(text: string, phrase: string): boolean {
  return judgeWords(text, [{ phrase, act: 'refuse' }]) === 'refuse'
}

test.each([
  ['capitals', 'Buy SPAM here', 'spam'],
  ['accents', 'spám', 'spam'],
  ['wide letters', 'ｓｐａｍ', 'spam'],
  ['signs that are not seen', 'sp\u200Ba\u00ADm', 'spam'],
  ['punctuation', '(spam!)', 'Spam'],
  ['several words', 'Free   MONEY, now', 'free money'],
  ['the beginning of a word', 'spamming', 'spam*'],
  ['a sharp s', 'STRASSE', 'straße'],
  ['stars within', 'sp*m spam', 'spam'],
])('a word is found in spite of %s', (_, text, phrase) => {
  expect(isFound(text, phrase)).toBe(true)
})

test.each([
  ['within another word', 'Scunthorpe, antispam', 'spam'],
  ['at the beginning of one, without a star', 'spammer', 'spam'],
  ['as words that are apart', 'free your money', 'free money'],
  ['without its vowel signs, in Hindi', 'काम', 'कम'],
  ['as a pattern', 'spam', 's.am'],
  ['as a star alone', 'anything', '*'],
])('it is not found %s', (_, text, phrase) => {
  expect(isFound(text, phrase)).toBe(false)
})

test('the strictest of a page’s words decides', () => {
  const rules = [
    { phrase: 'cheap', act: 'hold' },
    { phrase: 'scam', act: 'refuse' },
  ] as const
  expect(judgeWords('cheap', rules)).toBe('hold')
  expect(judgeWords('a cheap scam', rules)).toBe('refuse')
  expect(judgeWords('a song', rules)).toBeNull()
})

test('a long message and five hundred phrases are judged in a moment', () => {
  const rules = Array.from({ length: 500 }, (_, index) => ({
    phrase: `a a a a ${index}*`,
    act: 'hold' as const,
  }))
  const before = threadWorkedMs()
  expect(judgeWords('a '.repeat(2000), rules)).toBeNull()
  expect(threadWorkedMs() - before).toBeLessThan(2000)
})
