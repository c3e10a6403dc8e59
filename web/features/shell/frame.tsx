import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'

import { useToken } from '#web/api/session.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'

import { ErrorBoundary } from './error-boundary.tsx'
import { PublicFrame } from './public-frame.tsx'
import { lazyScreen } from './lazy-screen.tsx'

/**
 * What stands around a screen. `shell`: the sidebar for members, a plain header for visitors; the screen stands in
 * its `<main>`. `site`: the same for members, for visitors the front page's bar and footer. `entry`: the calm page of signing in and up. `alone`: the screen brings its own header and `<main>`.
 */
export type FrameKind = 'alone' | 'entry' | 'site' | 'shell'

/** Each brings what only some pages show, so that the others do not wait for it. */
const shell = lazyScreen<{ children: ReactNode }>(async () => (await import('./shell.tsx')).Shell)
const entry = lazyScreen<{ children: ReactNode }>(
  async () => (await import('./entry-frame.tsx')).EntryFrame,
  'features/shell/entry-frame.tsx',
)
const site = lazyScreen<{ children: ReactNode }>(
  async () => (await import('#web/features/site/site-frame.tsx')).SiteFrame,
  'features/site/site-frame.tsx',
)

/** Loads what will stand around a screen ahead of being shown. */
export async function loadFrame(kind: FrameKind, isSignedIn: boolean): Promise<void> {
  if (kind === 'entry') await entry.load()
  if (kind === 'site' && !isSignedIn) await site.load()
  if ((kind === 'site' || kind === 'shell') && isSignedIn) await shell.load()
}

/** The source file of what stands around a visitor's screen; null when it has no chunk of its own. */
export function visitorsFrameModule(kind: FrameKind): string | null {
  if (kind === 'entry') return entry.module
  return kind === 'site' ? site.module : null
}

export function Frame({ kind }: { kind: FrameKind }) {
  const isSignedIn = useToken() !== null
  return (
    <>
      <SkipLink />
      <Surroundings kind={kind} isSignedIn={isSignedIn}>
        <CurrentScreen />
      </Surroundings>
    </>
  )
}

function Surroundings({
  kind,
  isSignedIn,
  children,
}: {
  kind: FrameKind
  isSignedIn: boolean
  children: ReactNode
}) {
  if (kind === 'alone') return children
  if (kind === 'entry') return <entry.Screen>{children}</entry.Screen>
  if (isSignedIn) return <shell.Screen>{children}</shell.Screen>
  return kind === 'site' ? <site.Screen>{children}</site.Screen> : <PublicFrame>{children}</PublicFrame>
}

function CurrentScreen() {
  const { key } = useLocation()
  return (
    <ErrorBoundary resetsOn={key}>
      <Outlet />
    </ErrorBoundary>
  )
}
