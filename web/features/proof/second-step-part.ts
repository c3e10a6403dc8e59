import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

/** Only people with a second factor load it. */
export const SecondStepPart = lazyPart(async () => (await import('./second-step.tsx')).SecondStep)
