import { expect, test } from 'vitest'

import { smallPictureOf, wholePictureOf } from './picture-sizes.ts'

const NAME = '0123456789abcdef0123456789abcdef'

test('a small picture lies beside the whole one, by key and by address', () => {
  for (const whole of [`images/${NAME}.webp`, `/media/images/${NAME}.webp`]) {
    const small = smallPictureOf(whole)
    expect(small).toBe(whole.replace('.webp', '-small.webp'))
    expect(wholePictureOf(small ?? '')).toBe(whole)
    expect(wholePictureOf(whole)).toBe(whole)
  }
})

test.each(['blob:http://localhost/1', 'https://issuer.example/a.webp'])('there is none of %s', (other) =>
  expect(smallPictureOf(other)).toBeNull(),
)
