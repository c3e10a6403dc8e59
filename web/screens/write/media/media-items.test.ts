import { expect, it } from 'vitest'

import { moved, thatFit } from './media-items.ts'

const pictures = (count: number) => Array.from({ length: count }, () => ({ kind: 'image' as const }))
const videos = (count: number) => Array.from({ length: count }, () => ({ kind: 'video' as const }))

it('a post takes twenty pictures and five players, and leaves the rest out', () => {
  expect(thatFit([], pictures(30))).toHaveLength(20)
  expect(thatFit(pictures(19), [...pictures(3), ...videos(2)])).toHaveLength(3)
  expect(thatFit(videos(5), [{ kind: 'audio' }, { kind: 'image' }])).toEqual([{ kind: 'image' }])
})

it('an item goes to another place, and stays where it is at the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})
