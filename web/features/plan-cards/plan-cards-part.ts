import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { PlanCardsProps } from './plan-cards.tsx'

/** The plan cards in their own chunk: visitors see them at once, members only where they haven't joined. */
export const planCardsPart = lazyScreen<PlanCardsProps>(
  async () => (await import('./plan-cards.tsx')).PlanCards,
  import.meta.env.SSR && 'features/plan-cards/plan-cards.tsx',
)
