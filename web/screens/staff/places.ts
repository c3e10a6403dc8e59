import { Gauge } from 'lucide-react'

import type { Permission } from '#contract/http/permissions.ts'
import { lazyScreen, type LazyScreen } from '#web/features/shell/lazy-screen.tsx'

import { consoleTexts as texts } from './messages.ts'

/** One place of the console: its address, its line in the navigation, and who has it. */
export interface Place {
  /** Below /staff; `:id` is read by useParams. */
  path: string
  /** Whoever has none of its permissions neither sees nor opens it. */
  permissions: readonly Permission[]
  screen: LazyScreen
  /** null: it is reached from another place, whose line stays marked. */
  label: string | null
  Icon?: typeof Gauge
}

const overview = lazyScreen(async () => (await import('./overview/overview.tsx')).Overview)

/** Every place, in the order of the navigation. The first match counts. */
export const places: readonly Place[] = [
  { path: '/staff', permissions: ['people'], label: texts.places.overview, Icon: Gauge, screen: overview },
]
