/** What a person can be on the operator's staff. */
export const STAFF_ROLES = ['operator', 'moderator', 'support', 'finance'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** How far a permission goes. Anything but `all` is a limit that the route has to keep to. */
export type Reach = 'all' | 'one person' | 'at most $50' | 'money jobs' | 'own'

const PERMISSIONS = {
  /** Looking people up, their addresses masked. */
  people: { operator: 'all', moderator: 'all', support: 'all', finance: 'all' },
  /** Unmasking an address, for a reason. */
  contact: { operator: 'all', support: 'all' },
  cases: { operator: 'all', moderator: 'all' },
  /** Removing second factors that somebody lost, with a second person. */
  recoveries: { operator: 'all', support: 'all' },
  appeals: { operator: 'all', moderator: 'all' },
  'payouts.hold': { operator: 'all', moderator: 'all' },
  'money.read': { operator: 'all', support: 'one person', finance: 'all' },
  /** Answering banks that ask payments back. */
  disputes: { operator: 'all', finance: 'all' },
  refunds: { operator: 'all', support: 'at most $50', finance: 'all' },
  'payouts.release': { operator: 'all', finance: 'all' },
  'payouts.export': { operator: 'all', finance: 'all' },
  jobs: { operator: 'all', finance: 'money jobs' },
  settings: { operator: 'all' },
  staff: { operator: 'all' },
  audit: { operator: 'all', moderator: 'own', support: 'own', finance: 'own' },
} as const satisfies Record<string, Partial<Record<StaffRole, Reach>>>

export type Permission = keyof typeof PERMISSIONS

/** The role that lets its holder do something, and how far it goes. */
export interface Permit {
  role: StaffRole
  reach: Reach
}

/** What holders of these roles may do with a permission: the role that goes furthest counts; null if none has it. */
export function permitOf(roles: readonly StaffRole[], permission: Permission): Permit | null {
  const reaches: Partial<Record<StaffRole, Reach>> = PERMISSIONS[permission]
  const permits = STAFF_ROLES.filter((role) => roles.includes(role)).flatMap((role) => {
    const reach = reaches[role]
    return reach === undefined ? [] : [{ role, reach }]
  })
  return permits.find(({ reach }) => reach === 'all') ?? permits[0] ?? null
}
