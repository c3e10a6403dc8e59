import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { ReleaseLineProps } from './release-line.tsx'

/** When a post opens or closes, in its own chunk: few posts have steps to come. */
export const releasePart = lazyScreen<ReleaseLineProps>(
  async () => (await import('./release-line.tsx')).ReleaseLine,
  import.meta.env.SSR && 'features/post-card/release-line.tsx',
)
