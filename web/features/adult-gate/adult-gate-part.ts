import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

/** The gate in its own chunk: few pages have one. */
export const adultGatePart = lazyScreen<{ pageName: string }>(
  async () => (await import('./adult-gate.tsx')).AdultGate,
  import.meta.env.SSR && 'features/adult-gate/adult-gate.tsx',
)
