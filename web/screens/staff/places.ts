import {
  BadgeCheck,
  Bug,
  Gauge,
  Gavel,
  Inbox,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Receipt,
  Scale,
  ScrollText,
  Send,
  Settings2,
  Store,
  Undo2,
  UserRoundCheck,
  UserRoundCog,
  Users,
  Webhook,
} from 'lucide-react'

import type { Permission } from '#contract/http/permissions.ts'
import { lazyScreen, type LazyScreen } from '#web/features/shell/lazy-screen.tsx'

import { consoleTexts } from './messages.ts'

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
  Icon?: LucideIcon
  /** Under which heading of the navigation its line stands; null: above them all. */
  group: PlaceGroup | null
}

export type PlaceGroup = keyof typeof consoleTexts.groups

const overview = lazyScreen(async () => (await import('./overview/overview.tsx')).Overview)
const cases = lazyScreen(async () => (await import('./cases/cases.tsx')).Cases)
const oneCase = lazyScreen(async () => (await import('./cases/case.tsx')).Case)
const grievances = lazyScreen(async () => (await import('./cases/grievances.tsx')).Grievances)
const people = lazyScreen(async () => (await import('./people/people.tsx')).People)
const person = lazyScreen(async () => (await import('./people/person.tsx')).PersonPage)
const passes = lazyScreen(async () => (await import('./passes/enter-code.tsx')).EnterCode)
const pass = lazyScreen(async () => (await import('./passes/pass.tsx')).PassPage)
const pages = lazyScreen(async () => (await import('./creators/pages.tsx')).Pages)
const onePage = lazyScreen(async () => (await import('./creators/page.tsx')).OnePage)
const payments = lazyScreen(async () => (await import('./payments/payments.tsx')).PaymentsPlace)
const payment = lazyScreen(async () => (await import('./payments/payment.tsx')).Payment)
const refunds = lazyScreen(async () => (await import('./payments/refunds.tsx')).Refunds)
const payouts = lazyScreen(async () => (await import('./payouts/payouts.tsx')).Payouts)
const approvals = lazyScreen(async () => (await import('./approvals/approvals.tsx')).Approvals)
const disputes = lazyScreen(async () => (await import('./disputes/disputes.tsx')).DisputesScreen)
const dispute = lazyScreen(async () => (await import('./disputes/dispute.tsx')).DisputeScreen)
const money = lazyScreen(async () => (await import('./money/money.tsx')).MoneyScreen)
const jobs = lazyScreen(async () => (await import('./jobs/jobs.tsx')).JobsScreen)
const events = lazyScreen(async () => (await import('./events/events.tsx')).EventsScreen)
const errors = lazyScreen(async () => (await import('./errors/errors.tsx')).ErrorsScreen)
const settings = lazyScreen(async () => (await import('./settings/settings.tsx')).SettingsPlace)
const roles = lazyScreen(async () => (await import('./audit/roles.tsx')).Roles)
const audit = lazyScreen(async () => (await import('./audit/audit.tsx')).AuditLog)

const { places: labels } = consoleTexts

/** Every place, in the order of the navigation. The first match counts. */
export const places: readonly Place[] = [
  place(null, '/staff', ['people'], overview, labels.overview, Gauge),
  place(null, '/staff/approvals', ['people'], approvals, labels.approvals, UserRoundCheck),
  place('conduct', '/staff/cases', ['cases'], cases, labels.cases, Gavel),
  place('conduct', '/staff/cases/:id', ['cases'], oneCase),
  place('conduct', '/staff/grievances', ['cases'], grievances, labels.grievances, Inbox),
  place('accounts', '/staff/people', ['people'], people, labels.people, Users),
  place('accounts', '/staff/people/:id', ['people'], person),
  place('accounts', '/staff/passes', ['contact'], passes, labels.passes, KeyRound),
  place('accounts', '/staff/passes/:id', ['contact'], pass),
  place('accounts', '/staff/creators', ['people'], pages, labels.creators, Store),
  place('accounts', '/staff/creators/:id', ['people'], onePage),
  place('money', '/staff/payments', ['money.read'], payments, labels.payments, Receipt),
  place('money', '/staff/payments/:id', ['money.read'], payment),
  place('money', '/staff/refunds', ['refunds'], refunds, labels.refunds, Undo2),
  place('money', '/staff/payouts', ['payouts.hold', 'payouts.release'], payouts, labels.payouts, Send),
  place('money', '/staff/disputes', ['disputes'], disputes, labels.disputes, Scale),
  place('money', '/staff/disputes/:id', ['disputes'], dispute),
  { ...place('money', '/staff/money', ['money.read'], money, labels.money, BadgeCheck), reach: 'all' },
  place('system', '/staff/jobs', ['jobs'], jobs, labels.jobs, ListChecks),
  place('system', '/staff/events', ['jobs'], events, labels.events, Webhook),
  place('system', '/staff/errors', ['settings'], errors, labels.errors, Bug),
  place('system', '/staff/settings', ['settings'], settings, labels.settings, Settings2),
  place('system', '/staff/roles', ['staff'], roles, labels.roles, UserRoundCog),
  place('system', '/staff/audit', ['audit'], audit, labels.audit, ScrollText),
]

function place(
  group: PlaceGroup | null,
  path: string,
  permissions: readonly Permission[],
  screen: LazyScreen,
  label: string | null = null,
  Icon?: LucideIcon,
): Place {
  return { group, path, permissions, screen, label, ...(Icon && { Icon }) }
}
