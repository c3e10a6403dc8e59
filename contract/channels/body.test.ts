import { expect, test } from 'vitest'

import { mentionOf, withoutIds } from './body.ts'

test('a text that was kept for a report shows nobody’s id', () => {
  const named = mentionOf('0197a3c2-5d10-7c44-9a55-2f6f0c1be042')
  expect(withoutIds(`${named} and ${named}: see <@me>`)).toBe('@someone and @someone: see <@me>')
})
