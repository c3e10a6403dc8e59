import type { PageState } from '#contract/console/rules.ts'
import { plural } from '#contract/plural.ts'

export const creatorTexts = {
  title: 'Pages',
  search: { label: 'Find a page', placeholder: 'Name or handle' },
  filter: 'State',
  none: 'No page found',
  noneHelp: 'Names and handles are found by their beginning.',
  back: 'All pages',
  one: 'Page',
  states: { open: 'Open', suspended: 'Suspended', closing: 'Closing' } satisfies Record<PageState, string>,
  opened: (day: string) => `Opened ${day}`,
  meta: (handle: string, owner: string) => `/${handle} · ${owner}`,
  see: 'See the page',
  facts: {
    owner: 'Owner',
    opened: 'Opened on',
    plan: 'Platform plan',
    fee: (plan: string, percent: string) => `${plan}, ${percent}% of each charge`,
    adult: 'Adult content',
    yes: 'Yes',
    no: 'No',
  },
  plans: 'Plans',
  noPlans: 'It has no plans.',
  archived: 'Archived',
  monthly: (price: string) => `${price} a month`,
  members: (count: number) => plural(count, { one: '{n} member', other: '{n} members' }),
  payouts: 'Payouts',
  payments: 'Payments',
  cases: 'Cases',
  noCases: 'There were no cases.',
} as const
