import { expect, test } from 'vitest'

import { inSentences } from './sentences.ts'

test.each([
  [['Something went wrong', 'Your draft is kept.'], 'Something went wrong. Your draft is kept.'],
  [['Max file size is 500MB', ''], 'Max file size is 500MB.'],
  [['Ready?', ' Yes! ', 'Say “now.”', 'Wait…'], 'Ready? Yes! Say “now.” Wait…'],
  [[], ''],
])('%j is read as "%s"', (texts, read) => {
  expect(inSentences(...texts)).toBe(read)
})
