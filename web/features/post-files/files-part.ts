import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { FileListProps } from './file-list.tsx'

/** The files of a post in their own chunk: pages without files don't load it. */
export const filesPart = lazyScreen<FileListProps>(
  async () => (await import('./file-list.tsx')).FileList,
  import.meta.env.SSR && 'features/post-files/file-list.tsx',
)
