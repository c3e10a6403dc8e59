import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

/** The gate on its own: few pages have one. It is in the server's HTML, and hydrating waits for it (web/main.tsx). */
export const adultGatePart = lazyScreen<{ pageName: string }>(
  async () => (await import('./adult-gate.tsx')).AdultGate,
)

/** What stands as `data-part` around it. */
export const ADULT_GATE_MARK = 'adult-gate'
