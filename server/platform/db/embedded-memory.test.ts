import { expect, test } from 'vitest'

import { sharedBuffersAlone, sharedBuffersOf } from './embedded-memory.ts'

const GB = 1024 ** 3

test('the built-in database caches an eighth of the memory, 128 MB at least and 4 GB at most', () => {
  expect(sharedBuffersOf(GB / 2)).toBe('128MB')
  expect(sharedBuffersOf(8 * GB)).toBe('1024MB')
  expect(sharedBuffersOf(24 * GB)).toBe('3072MB')
  expect(sharedBuffersOf(512 * GB)).toBe('4096MB')
})

test('with no node beside it, a quarter, and 8 GB at most', () => {
  expect(sharedBuffersAlone(GB / 4)).toBe('128MB')
  expect(sharedBuffersAlone(24 * GB)).toBe('6144MB')
  expect(sharedBuffersAlone(512 * GB)).toBe('8192MB')
})
