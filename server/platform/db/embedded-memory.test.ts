import { expect, test } from 'vitest'

import { sharedBuffersOf } from './embedded-memory.ts'

const GB = 1024 ** 3

test('the built-in database caches an eighth of the memory, 128 MB at least and 4 GB at most', () => {
  expect(sharedBuffersOf(GB / 2)).toBe('128MB')
  expect(sharedBuffersOf(8 * GB)).toBe('1024MB')
  expect(sharedBuffersOf(24 * GB)).toBe('3072MB')
  expect(sharedBuffersOf(512 * GB)).toBe('4096MB')
})
