import { type ComponentType, lazy, useState } from 'react'

/** A part of the page in a chunk of its own, which can be loaded ahead of being shown. */
export interface LazyScreen<Props extends object = object> {
  Screen: ComponentType<Props>
  load: () => Promise<void>
  /** Its source file, from web/: the server names the chunk to the browser by it. */
  module: string | null
}

/**
 * Splits a screen off. Once loaded ahead (on the server, and before hydrating) it renders at once, so that the HTML
 * the server sent is never replaced by a loading state.
 */
export function lazyScreen<Props extends object = object>(
  importScreen: () => Promise<ComponentType<Props>>,
  module: string | null = null,
): LazyScreen<Props> {
  let loaded: ComponentType<Props> | null = null

  async function load(): Promise<void> {
    loaded ??= await importScreen()
  }

  const Suspended: ComponentType<Props> = lazy(async () => ({ default: await importScreen() }))

  function Screen(props: Props) {
    // Chosen once per mount: changing the type later would throw the screen's state away.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Suspended)
    return <Chosen {...props} />
  }

  return { Screen, load, module }
}
