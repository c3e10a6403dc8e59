import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { isReservedHandle } from '../handles.ts'
import { routes } from '../routes.ts'
import { creatorMessages as messages } from './messages.ts'
import { newCreator, newHandle } from './rules.ts'

function refusalOf(handle: unknown): string | null {
  const parsed = z.safeParse(newHandle, handle)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
}

describe('a handle', () => {
  test.each(['asha', 'Asha-Rao', 'asha_rao', 'a-1', '123', '---', 'a'.repeat(30), ' asha '])(
    'can be %j',
    (handle) => {
      expect(z.parse(newHandle, handle)).toBe(handle.trim())
    },
  )

  test.each([
    ['', messages.handleRequired],
    ['   ', messages.handleRequired],
    [undefined, messages.handleRequired],
    [7, messages.handleRequired],
    ['asha rao', messages.handleFormat],
    ['asha.rao', messages.handleFormat],
    ['asha/rao', messages.handleFormat],
    ['आशा', messages.handleFormat],
    ['asha\u0000', messages.handleFormat],
    ['asha\nrao', messages.handleFormat],
    ['аsha', messages.handleFormat],
    ['ab', messages.handleLength],
    ['a'.repeat(31), messages.handleLength],
    ['admin', messages.handleReserved],
    ['AdMiN', messages.handleReserved],
  ])('%j is refused with %j', (handle, message) => {
    expect(refusalOf(handle)).toBe(message)
  })

  test('is never a path of the site', () => {
    const paths =
      `login signup activate-account forgot-password reset-password explore create payout subscriptions
      settings payment-success privacy-policy terms-and-conditions refund-policy contact about api assets media dev
      healthz readyz metrics robots sitemap favicon`.split(/\s+/)
    expect(paths.filter((path) => !isReservedHandle(path))).toEqual([])
  })

  test('is never the first word of a call', () => {
    // Calls are below /api today; no page should own an address they may move to.
    const words = new Set(routes.map(({ path }) => path.split('/')[1] ?? ''))
    const internal = new Set(['m2cSubscription', 'creatorPlan', 'creatorpayments', 'link-preview'])
    expect([...words].filter((word) => !isReservedHandle(word) && !internal.has(word))).toEqual([])
  })
})

function firstProblem(form: Record<string, unknown>): string | null {
  const parsed = z.safeParse(newCreator, form)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
}

describe('the page creation form', () => {
  const id = '01920000-0000-7000-8000-000000000001'

  test('stops at the first problem, in the order of its fields', () => {
    const form = { pageName: '', planId: '', pageHandle: '', isAdultContent: false }
    expect(firstProblem(form)).toBe('Creator name is required.')
    expect(firstProblem({ ...form, pageName: 'Asha' })).toBe('Plan is required.')
    expect(firstProblem({ ...form, pageName: 'Asha', planId: id })).toBe('Username is required.')
    expect(firstProblem({ ...form, pageName: 'Asha', planId: id, pageHandle: 'a b' })).toBe(
      'Username can only contain letters, numbers, dashes, and underscores with no spaces.',
    )
    expect(firstProblem({ ...form, pageName: 'Asha', planId: id, pageHandle: 'asha' })).toBeNull()
  })

  test('says "username" about the handle and about nothing else', () => {
    for (const [name, message] of Object.entries(messages))
      expect([name, /username/i.test(message)]).toEqual([name, name.startsWith('handle')])
  })
})
