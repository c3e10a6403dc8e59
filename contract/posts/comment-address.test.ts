import { expect, test } from 'vitest'

import { commentAddress, commentIn } from './comment-address.ts'

test('the address of a comment leads to it, and others lead to none', () => {
  const address = commentAddress('/asha/posts/chorus', 12)
  expect(commentIn(new URL(address, 'https://cheers.example').hash)).toBe(12)
  expect(['', '#comment-', '#comment-x', '#message-3', '#comment-1234567890'].map(commentIn)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
