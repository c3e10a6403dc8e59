import { BadgeCheck, Gauge, ListChecks, Scale, Webhook } from 'lucide-react'

import type { Permission } from '#contract/http/permissions.ts'
import { lazyScreen, type LazyScreen } from '#web/features/shell/lazy-screen.tsx'

import { consoleTexts as texts } from './messages.ts'

/** One place of the console: its address, its line in the navigation, and who has it. */
export interface Place {
  /** Below /staff; `:id` is read by useParams. */
  path: string
  /** Whoever has none of its permissions neither sees nor opens it. */
  permissions: readonly Permission[]
  /** `all`: a limited permission, such as one person's money at a time, is not enough. */
  reach?: 'all'
  screen: LazyScreen
  /** null: it is reached from another place, whose line stays marked. */
  label: string | null
  Icon?: typeof Gauge
}

const disputes = lazyScreen(async () => (await import('./disputes/disputes.tsx')).DisputesScreen)
const dispute = lazyScreen(async () => (await import('./disputes/dispute.tsx')).DisputeScreen)
const money = lazyScreen(async () => (await import('./money/money.tsx')).MoneyScreen)
const jobs = lazyScreen(async () => (await import('./jobs/jobs.tsx')).JobsScreen)
const events = lazyScreen(async () => (await import('./events/events.tsx')).EventsScreen)
const overview = lazyScreen(async () => (await import('./overview/overview.tsx')).Overview)

/** Every place, in the order of the navigation. The first match counts. */
export const places: readonly Place[] = [
  { path: '/staff', permissions: ['people'], label: texts.places.overview, Icon: Gauge, screen: overview },
  {
    path: '/staff/disputes',
    permissions: ['disputes'],
    label: texts.places.disputes,
    Icon: Scale,
    screen: disputes,
  },
  { path: '/staff/disputes/:id', permissions: ['disputes'], label: null, screen: dispute },
  {
    path: '/staff/money',
    permissions: ['money.read'],
    reach: 'all',
    label: texts.places.money,
    Icon: BadgeCheck,
    screen: money,
  },
  { path: '/staff/jobs', permissions: ['jobs'], label: texts.places.jobs, Icon: ListChecks, screen: jobs },
  { path: '/staff/events', permissions: ['jobs'], label: texts.places.events, Icon: Webhook, screen: events },
]
