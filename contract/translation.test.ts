import { expect, test } from 'vitest'

import type { Translation } from './translation.ts'

const english = {
  hello: 'Hello',
  leave: { title: 'Leave', body: (name: string) => `Leave ${name}?` },
  facts: ['one', 'two'],
} as const

type Texts = Translation<typeof english>

const leave = { title: 'जाएँ', body: (name: string) => `${name} को छोड़ें?` }
const hindi: Texts = { hello: 'नमस्ते', leave, facts: ['एक', 'दो'] }

/* The compiler checks what a translation may not be: each of these would be an error where nothing is expected. */

// @ts-expect-error -- a text is missing
const withoutHello: Texts = { leave, facts: ['एक', 'दो'] }
// @ts-expect-error -- a text is missing further down
const withoutTitle: Texts = { ...hindi, leave: { body: leave.body } }
// @ts-expect-error -- a fact is missing
const withoutFact: Texts = { ...hindi, facts: ['एक'] }
// @ts-expect-error -- the English text has no second parameter
const withMore: Texts['leave'] = { ...leave, body: (a: string, b: number) => `${a} ${b}` }

test('a translation has the parameters of the English texts, and words of its own', () => {
  expect(hindi.leave.body('Asha')).toBe('Asha को छोड़ें?')
  const wrong = [withoutHello, withoutTitle, withoutFact, withMore]
  expect(wrong).toHaveLength(4)
})
