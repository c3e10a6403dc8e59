import { type ComponentType, lazy, useState } from 'react'

/** A screen in a chunk of its own, which can be loaded ahead of being shown. */
export interface LazyScreen {
  Screen: ComponentType
  load: () => Promise<void>
}

/**
 * Splits a screen off. Once loaded ahead (on the server, and before hydrating) it renders at once, so that the HTML
 * the server sent is never replaced by a loading state.
 */
export function lazyScreen(importScreen: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | null = null

  async function load(): Promise<void> {
    loaded ??= await importScreen()
  }

  const Suspended = lazy(async () => ({ default: await importScreen() }))

  function Screen() {
    // Chosen once per mount: changing the type later would throw the screen's state away.
    const [Chosen] = useState<ComponentType>(() => loaded ?? Suspended)
    return <Chosen />
  }

  return { Screen, load }
}
