import { describe, expect, test } from 'vitest'

import { type Permission, permitOf, STAFF_ROLES } from './permissions.ts'

/* The table of permissions, kept by hand a second time; '–' is none. */

const TABLE: Record<
  Permission,
  readonly [operator: string, moderator: string, support: string, finance: string]
> = {
  people: ['all', 'all', 'all', 'all'],
  contact: ['all', '–', 'all', '–'],
  cases: ['all', 'all', '–', '–'],
  recoveries: ['all', '–', 'all', '–'],
  appeals: ['all', 'all', '–', '–'],
  'payouts.hold': ['all', 'all', '–', '–'],
  'money.read': ['all', '–', 'one person', 'all'],
  disputes: ['all', '–', '–', 'all'],
  refunds: ['all', '–', 'at most $50', 'all'],
  'payouts.release': ['all', '–', '–', 'all'],
  'payouts.export': ['all', '–', '–', 'all'],
  jobs: ['all', '–', '–', 'money jobs'],
  settings: ['all', '–', '–', '–'],
  staff: ['all', '–', '–', '–'],
  audit: ['all', 'own', 'own', 'own'],
}

describe('a role', () => {
  test.each(Object.entries(TABLE))('has exactly its part of %s', (permission, reaches) => {
    const found = STAFF_ROLES.map((role) => permitOf([role], permission as Permission)?.reach ?? '–')
    expect(found).toEqual(reaches)
  })

  test('that goes further counts, whichever was granted first', () => {
    expect(permitOf(['support', 'finance'], 'refunds')).toEqual({ role: 'finance', reach: 'all' })
    expect(permitOf(['moderator', 'support'], 'refunds')).toEqual({ role: 'support', reach: 'at most $50' })
  })

  test('is needed: without one there is no permission', () => {
    expect(permitOf([], 'people')).toBeNull()
  })
})
