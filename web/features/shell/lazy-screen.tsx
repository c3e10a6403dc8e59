import { type ComponentType, lazy, type ReactNode, useCallback, useEffect, useState } from 'react'

import { isOnline, onBackOnline } from '#web/api/online.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

import { shellTexts as texts } from './messages.ts'

/**
 * A connection that has just gone, or just come back, may fail a file before the browser knows: only then is a file that
 * failed online taken for gone. In milliseconds.
 */
const TRY_AGAIN_AFTER_MS = [500, 2000]

/** A part of the page in its own chunk, which can be loaded before it is shown. */
export interface LazyScreen<Props extends object = object> {
  Screen: ComponentType<Props>
  load: () => Promise<void>
  /** Its source file, relative to web/: the server names the chunk to the browser by it. In the browser false. */
  module: string | false
}

/**
 * Splits a screen off. Once preloaded (on the server, and before hydrating) it renders at once, so the server's HTML is
 * never replaced by a loading state. When loading fails offline, it says so in its place and loads automatically once
 * the connection is back.
 */
export function lazyScreen<Props extends object = object>(
  importScreen: () => Promise<ComponentType<Props>>,
  module: string | false = false,
): LazyScreen<Props> {
  return splitOff(importScreen, { module, Meanwhile: Unreachable })
}

/**
 * Splits off parts of a screen that only some people use: a dialog, a menu. Offline the simpler `Meanwhile` takes its
 * place, or nothing.
 */
export function lazyPart<Props extends object = object>(
  importPart: () => Promise<ComponentType<Props>>,
  Meanwhile: (props: Props) => ReactNode = Nothing,
): ComponentType<Props> {
  return splitOff(importPart, { module: false, Meanwhile }).Screen
}

function Nothing() {
  return null
}

function splitOff<Props extends object>(
  importScreen: () => Promise<ComponentType<Props>>,
  {
    module,
    Meanwhile,
  }: { module: string | false; Meanwhile: (props: Props & { onRetry: () => void }) => ReactNode },
): LazyScreen<Props> {
  let loaded: ComponentType<Props> | null = null

  async function load(): Promise<void> {
    loaded ??= await importScreen()
  }

  /** Throws only when online: then the file itself is gone, as after a new release, and only reloading the page helps. */
  async function loadPatiently(): Promise<void> {
    for (const pause of [...TRY_AGAIN_AFTER_MS, null])
      try {
        return await load()
      } catch (error) {
        if (!isOnline()) return
        if (pause === null) throw error
        await new Promise((resume) => setTimeout(resume, pause))
      }
  }

  const Suspended: ComponentType<Props> = lazy(async () => {
    await loadPatiently()
    return { default: loaded ?? Waiting }
  })

  function Waiting(props: Props) {
    const [Arrived, setArrived] = useState<ComponentType<Props> | null>(() => loaded)
    const [error, setError] = useState<unknown>(null)

    const tryAgain = useCallback(() => {
      loadPatiently().then(
        () => setArrived(() => loaded),
        // Back online and still missing: the page's error boundary offers a reload.
        (failure: unknown) => setError(() => failure),
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

/** In place of a page whose code failed to load; the page itself appears once the connection is back. */
function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mx-auto w-full max-w-app px-4 py-16 sm:px-6">
      <ErrorState title={texts.offline.title} onRetry={onRetry}>
        {texts.offline.opensByItself}
      </ErrorState>
    </div>
  )
}
