import * as z from 'zod/mini'
import { expect, test } from 'vitest'

import { planMessages } from './messages.ts'
import { planForm, priceNoticeDays } from './rules.ts'

test('a plan without name and price has something wrong with both', () => {
  const { error } = z.safeParse(z.object(planForm), { name: '', price: '', description: '' })
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['name', planMessages.nameRequired],
    ['price', planMessages.priceRequired],
  ])
})

test('members get 30, 60 or 90 days to agree to a new price, or are not asked', () => {
  const given = [30, '60', 90, undefined].map((days) => z.parse(priceNoticeDays, days))
  expect(given).toEqual([30, 60, 90, undefined])
  const { error } = z.safeParse(priceNoticeDays, 45)
  expect(error?.issues[0]?.message).toBe(planMessages.noticeMalformed)
})
