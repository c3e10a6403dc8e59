import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { accountMessages } from './accounts/messages.ts'
import { personName } from './accounts/rules.ts'
import { nameText, requiredText, titleText } from './fields.ts'
import { fieldMessages as messages } from './messages.ts'
import { isBlank, nameKey, visibleText } from './visible-text.ts'

const REQUIRED = 'Last name is required'
const name = nameText(REQUIRED, 80)

function answerTo(schema: z.ZodMiniType, typed: string): unknown {
  const parsed = z.safeParse(schema, typed)
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message
}

const anyText = fc.string({ unit: 'binary' })
/** Text that is full of what isn't seen, beside letters and emoji that need some of it. */
const oddText = fc
  .array(
    fc.constantFrom(
      ...Array.from(
        'aé\u0301क्षمی葛👩🎨❤1ᠠ \u200B\u200C\u200D\u00AD\u2060\u3164\u115F\uFE0F\uFE00\u034F\uFEFF\u180B\u2800\u00A0',
      ),
      '\u{E0101}',
      '\u{1F3F4}',
      '\u{E0067}',
      '\u{E0062}',
      '\u{E007F}',
      '\u{1F3FD}',
      '\u20E3',
      '\u202E',
      '\u09CD',
      'র',
    ),
    { maxLength: 12 },
  )
  .map((signs) => signs.join(''))

describe('a name', () => {
  test.each([
    'Asha Rao',
    'आशा राव',
    'क्\u200Dष',
    'র\u200D্যাম',
    'ශ්\u200Dරී',
    'نیلوفر می\u200Cخواهم',
    'أحمد',
    'สมชาย',
    'ครูJenny',
    '山田太郎',
    '葛\u{E0101}城',
    'ひらがなとカタカナ ABC',
    '김철수',
    'Zoë',
    'Нила',
    'DJ Маша',
    '50 Cent',
    "4'33",
    '99',
    'Asha 👩\u200D🎨',
    'Asha ❤\uFE0F',
    'Asha 👩🏽\u200D🎨 🏳\uFE0F\u200D🌈 1\uFE0F\u20E3',
    'Asha \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    'Tシャツ',
    'ᠮᠣᠩᠭᠣᠯ',
  ])('can be %j, untouched', (typed) => expect(answerTo(name, typed)).toBe(typed))

  test.each([
    ['  Asha\u00A0', 'Asha'],
    ['\u3000\u2800\u0085Asha\uFEFF', 'Asha'],
    ['As\u00ADha', 'Asha'],
    ['A\u200Bs\u2060h\u200Da\u3164', 'Asha'],
    ['Asha\uFE0F', 'Asha'],
    ['\u200FAsha\u200E', 'Asha'],
    ['Asha\u{E0041}\u{E0042}', 'Asha'],
    ['\u115F\u1160Asha\uFFA0\u034F', 'Asha'],
    ['Zoe\u0308', 'Zoë'],
    ['क्\u200D\u200D\u200Dष', 'क्\u200Dष'],
    ['\u115F\u2800\u200D\u09CDর', '\u09CDর'],
    ['क\u0301\u180B\u094D\u200D', 'क\u094D\u0301'],
    ['Zoe\u200B\u0308', 'Zoë'],
  ])('%j is kept as %j', (typed, kept) => expect(answerTo(name, typed)).toBe(kept))

  test.each([
    ['', REQUIRED],
    ['\u00A0\u3000', REQUIRED],
    ['\u200B\u200D\u2060', REQUIRED],
    ['\u3164', REQUIRED],
    ['\u2800 \u00AD', REQUIRED],
    ['\u202E\u202C', REQUIRED],
    ['\u{E0041}\uFE0F', REQUIRED],
    ['🎉', messages.letterless],
    ['👩\u200D🎨', messages.letterless],
    ['1\uFE0F\u20E3', messages.letterless],
    ['\u0301\u0308', messages.letterless],
    ['---', messages.letterless],
    ['Asha\u202Eoar', messages.hiddenCharacters],
    ['Asha\nRao', messages.hiddenCharacters],
    ['\u0410sha', messages.mixedScripts],
    ['P\u0430ypal', messages.mixedScripts],
    ['Αsha', messages.mixedScripts],
    ['कক', messages.mixedScripts],
  ])('%j is refused: %s', (typed, message) => expect(answerTo(name, typed)).toBe(message))
})

describe('the name of a person', () => {
  test.each([
    'O\u2019Brien',
    "O'Brien",
    'Jean-Luc',
    '李明',
    'आशा',
    'Beyoncé',
    'X Æ A-12',
    'Łukasz',
    'Nguyễn',
  ])('can be %j', (typed) => expect(answerTo(personName, typed)).toBe(typed))
  test.each([
    'Müller & Söhne',
    'Ελένη und die Engel',
    'Sigur Rós · Βασίλης',
    'Маша (Nike)',
    'μ-Ziq',
    'Đorđe',
    'ʻIolani',
    'Nuñez y Ōta',
  ])('can be %j', (typed) => expect(answerTo(personName, typed)).toBe(typed))
  test.each(['1234', '१२', '①', '4\u20E3'])('is not %j', (typed) =>
    expect([accountMessages.nameLetterless, messages.letterless]).toContain(answerTo(personName, typed)),
  )
})

test('a title may be an emoji, and needs something to be seen', () => {
  const title = titleText('Give it a title.', 60)
  expect(answerTo(title, ' 🎉 ')).toBe('🎉')
  for (const typed of ['\u200B', '\u3164\u2060 ', '\u2800'])
    expect(answerTo(title, typed)).toBe('Give it a title.')
  for (const typed of ['\u200B', '\u3164 \n'])
    expect(answerTo(requiredText('Write.', 60), typed)).toBe('Write.')
})

test('what is seen of a text is what is seen of that', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, oddText), (typed) => {
      const shown = visibleText(typed)
      expect(visibleText(shown)).toBe(shown)
      expect(shown === '').toBe(isBlank(typed))
      expect(nameKey(nameKey(typed))).toBe(nameKey(typed))
    }),
    { numRuns: 2000 },
  )
})

test('names that are shown alike have one key', () => {
  fc.assert(
    fc.property(oddText, (typed) => {
      if (!isBlank(typed)) expect(nameKey(visibleText(typed))).toBe(nameKey(typed))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['Tipsy', 'TIPSY'],
  ['Tipsy', 'Ｔｉｐｓｙ'],
  ['Tip\u200Bsy', 'tipsy'],
  ['Zoë', 'Zoe\u0308'],
  ['The  Club', 'the\u00A0club '],
])('%j and %j are one name', (one, other) => expect(nameKey(one)).toBe(nameKey(other)))

test('a long text takes time in proportion to its length', () => {
  for (const piece of ['\u200D', 'क्\u200D', '\u{1F3F4}\u{E0067}', ' ', 'a\u0301', '1\uFE0F'])
    expect(typeof visibleText(piece.repeat(100_000) + 'a')).toBe('string')
})
