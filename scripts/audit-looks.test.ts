import { expect, test } from 'vitest'

import { findLasting } from './audit.ts'

function looksOf(...found: string[][]) {
  const left = [...found]
  return () => Promise.resolve(left.shift() ?? [])
}

test('what was only under way is no problem, and what stays is one', async () => {
  const how = { looks: 3, pauseMs: 0 }
  expect(await findLasting(looksOf([]), how)).toEqual([])
  expect(await findLasting(looksOf(['a', 'b'], ['b', 'c'], ['c', 'b']), how)).toEqual(['b'])
  expect(await findLasting(looksOf(['a'], []), how)).toEqual([])
  expect(await findLasting(looksOf(['a'], ['a'], []), how)).toEqual([])
  expect(await findLasting(looksOf(['a'], ['a'], ['a'], []), how)).toEqual(['a'])
})
