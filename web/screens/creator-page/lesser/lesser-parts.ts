import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { LesserPartProps } from './lesser-part.tsx'

/** In one chunk: most visitors come for the posts, and each chunk has its price on the page. */
export const lesserPart = lazyScreen<LesserPartProps>(
  async () => (await import('./lesser-part.tsx')).LesserPart,
  import.meta.env.SSR && 'screens/creator-page/lesser/lesser-part.tsx',
)
