import { type ComponentType, lazy, type ReactNode, useCallback, useEffect, useState } from 'react'

import { isOnline, onBackOnline } from '#web/api/online.ts'

import { Unreachable } from './unreachable.tsx'

/** A part of the page in a chunk of its own, which can be loaded ahead of being shown. */
export interface LazyScreen<Props extends object = object> {
  Screen: ComponentType<Props>
  load: () => Promise<void>
  /** Its source file, from web/: the server names the chunk to the browser by it. */
  module: string | null
}

/**
 * Splits a screen off. Once loaded ahead (on the server, and before hydrating) it renders at once, so that the HTML
 * the server sent is never replaced by a loading state. Asked for without a line, it says so in its place and comes by
 * itself when the line is back.
 */
export function lazyScreen<Props extends object = object>(
  importScreen: () => Promise<ComponentType<Props>>,
  module: string | null = null,
): LazyScreen<Props> {
  return splitOff(importScreen, { module, Meanwhile: Unreachable })
}

/**
 * Splits off what only some people use of a screen: a dialog, a menu. Without a line the plainer `Meanwhile` stands in
 * its place, or nothing.
 */
export function lazyPart<Props extends object = object>(
  importPart: () => Promise<ComponentType<Props>>,
  Meanwhile: (props: Props) => ReactNode = Nothing,
): ComponentType<Props> {
  return splitOff(importPart, { module: null, Meanwhile }).Screen
}

function Nothing() {
  return null
}

function splitOff<Props extends object>(
  importScreen: () => Promise<ComponentType<Props>>,
  {
    module,
    Meanwhile,
  }: { module: string | null; Meanwhile: (props: Props & { onRetry: () => void }) => ReactNode },
): LazyScreen<Props> {
  let loaded: ComponentType<Props> | null = null

  async function load(): Promise<void> {
    loaded ??= await importScreen()
  }

  async function loadOrWait(): Promise<ComponentType<Props>> {
    try {
      await load()
    } catch (error) {
      // With a line the file itself is gone, as after a new release: only loading the page anew helps.
      if (isOnline()) throw error
    }
    return loaded ?? Waiting
  }

  const Suspended: ComponentType<Props> = lazy(async () => ({ default: await loadOrWait() }))

  function Waiting(props: Props) {
    const [Arrived, setArrived] = useState<ComponentType<Props> | null>(() => loaded)
    const [error, setError] = useState<unknown>(null)

    const tryAgain = useCallback(() => {
      load().then(
        () => setArrived(() => loaded),
        // Back online and still not there: the page's error boundary offers to load it anew.
        (failure: unknown) => isOnline() && setError(() => failure),
      )
    }, [])

    useEffect(() => onBackOnline(tryAgain), [tryAgain])
    if (error !== null) throw error
    return Arrived ? <Arrived {...props} /> : <Meanwhile {...props} onRetry={tryAgain} />
  }

  function Screen(props: Props) {
    // Chosen once per mount: changing the type later would throw the screen's state away.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Suspended)
    return <Chosen {...props} />
  }

  return { Screen, load, module }
}
