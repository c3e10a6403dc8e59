import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

/** The gate on its own: few pages have one. */
export const adultGatePart = lazyScreen<{ pageName: string }>(
  async () => (await import('./adult-gate.tsx')).AdultGate,
  'features/adult-gate/adult-gate.tsx',
)
