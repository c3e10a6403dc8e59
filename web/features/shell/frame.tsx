import type { ReactNode } from 'react'

import { useViewer, type Viewer } from '#web/api/session.ts'
import { useLocation } from '#web/routing/location.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'

import { ErrorBoundary } from './error-boundary.tsx'
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx'

/**
 * The layout around a screen. `shell`: the sidebar for members, a plain header for visitors; the screen is in its
 * `<main>`. `site`: the same for members, for visitors the front page's bar and footer. `entry`: the calm page of
 * signing in and up. `alone`: the screen brings its own header and `<main>`.
 */
export type FrameKind = 'alone' | 'entry' | 'site' | 'shell'

/** Each holds parts only some pages show, so the others don't wait for them. */
const shell = lazyScreen<{ children: ReactNode }>(
  async () => (await import('./shell.tsx')).Shell,
  import.meta.env.SSR && 'features/shell/shell.tsx',
)
const entry = lazyScreen<{ children: ReactNode }>(
  async () => (await import('./entry-frame.tsx')).EntryFrame,
  import.meta.env.SSR && 'features/shell/entry-frame.tsx',
)
const site = lazyScreen<{ children: ReactNode }>(
  async () => (await import('#web/features/site/site-frame.tsx')).SiteFrame,
  import.meta.env.SSR && 'features/site/site-frame.tsx',
)

const visitors = lazyScreen<{ children: ReactNode }>(
  async () => (await import('./public-frame.tsx')).PublicFrame,
  import.meta.env.SSR && 'features/shell/public-frame.tsx',
)

/**
 * The layout around a viewer's screens; null: none. A viewer who may be signed in gets the members' layout, in which
 * nothing that came with the page moves.
 */
export function frameAround(kind: FrameKind, viewer: Viewer): LazyScreen<{ children: ReactNode }> | null {
  if (kind === 'alone') return null
  if (kind === 'entry') return entry
  if (viewer !== 'visitor') return shell
  return kind === 'site' ? site : visitors
}

export function Frame({ kind, children }: { kind: FrameKind; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Surroundings kind={kind}>
        <CurrentScreen>{children}</CurrentScreen>
      </Surroundings>
    </>
  )
}

function Surroundings({ kind, children }: { kind: FrameKind; children: ReactNode }) {
  const around = frameAround(kind, useViewer())
  return around ? <around.Screen>{children}</around.Screen> : children
}

function CurrentScreen({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <ErrorBoundary resetsOn={key}>{children}</ErrorBoundary>
}
