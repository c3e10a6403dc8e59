import { expect, test } from 'vitest'

import { isComposing } from './composing.ts'

const ENTER = 13

test("Enter that ends a composition is not the person's Enter", () => {
  // Chrome and Firefox say so; Safari has ended the composition by then, and leaves only the code.
  expect(isComposing({ isComposing: true, keyCode: ENTER })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
})

test('Enter by itself is', () => {
  expect(isComposing({ isComposing: false, keyCode: ENTER })).toBe(false)
})
