import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { PlanCardsProps } from './plan-cards.tsx'

/** The plan cards on their own: visitors are shown them at once, members only where they have not joined. */
export const planCardsPart = lazyScreen<PlanCardsProps>(
  async () => (await import('./plan-cards.tsx')).PlanCards,
  'features/plan-cards/plan-cards.tsx',
)
