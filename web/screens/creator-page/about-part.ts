import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { AboutSectionProps } from './about-section.tsx'

/** In its own chunk: most visitors come for the posts. */
export const aboutPart = lazyScreen<AboutSectionProps>(
  async () => (await import('./about-section.tsx')).AboutSection,
  'screens/creator-page/about-section.tsx',
)
