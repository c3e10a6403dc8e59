import fs from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** A call whose answer a page needs before it is rendered. */
export interface Preload {
  method: string
  path: string
  input: Record<string, unknown>
}

/** The data block that travels in the HTML; the web reads it as PageData. */
export interface PageData {
  config: { publicUrl: string; handlePrefix: string; checkoutUrl: string }
  answers: (Preload & { output: unknown })[]
}

/** What the web's server bundle offers. It is built code: the shape is checked when it is loaded. */
export interface PageRenderer {
  preloadsFor(pathname: string): Preload[] | null
  render(
    url: string,
    page: PageData,
    failed: readonly (Preload & { status: number })[],
  ): { status: number; html: string; head: string }
  /** The HTML around every page. */
  template: string
}

/** Loads the built web app. Throws when it was not built. */
export async function loadPageRenderer(distDir: string): Promise<PageRenderer> {
  const template = await fs.readFile(path.join(distDir, 'web/index.html'), 'utf8')
  const bundle: unknown = await import(pathToFileURL(path.join(distDir, 'web-server/entry-server.js')).href)
  if (!isBundle(bundle)) throw new Error('dist/web-server/entry-server.js is not the bundle this server expects')
  return { preloadsFor: bundle.preloadsFor, render: bundle.render, template }
}

function isBundle(bundle: unknown): bundle is Pick<PageRenderer, 'preloadsFor' | 'render'> {
  return (
    typeof bundle === 'object' &&
    bundle !== null &&
    'preloadsFor' in bundle &&
    typeof bundle.preloadsFor === 'function' &&
    'render' in bundle &&
    typeof bundle.render === 'function'
  )
}
