import fs from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Language } from '#contract/languages.ts'

import type { Operator } from '../operator.ts'
import { chunkPreloads, fontPreloads, readBuildManifest } from './build-manifest.ts'

/** A call whose answer a page needs before it is rendered. */
export interface Preload {
  method: string
  path: string
  input: Record<string, unknown>
}

/** The data block that travels in the HTML; the web reads it as PageData. */
export interface PageData {
  config: {
    publicUrl: string
    handlePrefix: string
    checkoutUrl: string
    operator: Operator & { copyrightYear: number }
    renderedAt: string
  }
  /** Rendered for a visitor who may be signed in: without the parts that differ between visitors and members. */
  isReturning: boolean
  answers: (Preload & { output: unknown })[]
}

export interface RenderedPage {
  status: number
  html: string
  head: string
  /** Source files of this page, besides those of its path. */
  modules: readonly string[]
  /** False for pages with an unlimited number of addresses. */
  mayKeep: boolean
}

/** The exports of the web's server bundle. It is built code: the shape is checked when it is loaded. */
export interface PageRenderer {
  /** null: there is nothing to render for visitors. */
  preloadsFor(address: string, isReturning: boolean): Preload[] | null
  render(url: string, page: PageData, failed: readonly (Preload & { status: number })[]): RenderedPage
  /** Path and query of the page shown at an address, without parameters that only say where a visitor comes from. */
  addressOf(url: string, isReturning: boolean): string
  /** The pages without a parameter that search engines should know. */
  indexedPaths(): string[]
  /** Source files of the page at a path, whose chunks the browser will want. */
  modulesAt(pathname: string, isReturning: boolean): string[]
  /** Head of the app shell, which belongs to no page yet. */
  shellHead(): string
  /** The HTML around every page. */
  template: string
}

const DIST = path.join(import.meta.dirname, '../../../dist')

/** Where the web app of a language is built. */
export function distOf(language: Language): string {
  return language === 'en' ? DIST : path.join(DIST, language)
}

/** Loads the built web app. Throws when it was not built. */
export async function loadPageRenderer(distDir: string): Promise<PageRenderer> {
  const template = await fs.readFile(path.join(distDir, 'web/index.html'), 'utf8')
  const manifest = await readBuildManifest(path.join(distDir, 'web/.vite/manifest.json'))
  const bundle: unknown = await import(pathToFileURL(path.join(distDir, 'web-server/entry-server.js')).href)
  if (!isRendererBundle(bundle))
    throw new Error('dist/web-server/entry-server.js is not the bundle this server expects')
  return {
    preloadsFor: bundle.preloadsFor,
    addressOf: bundle.addressOf,
    indexedPaths: bundle.indexedPaths,
    modulesAt: bundle.modulesAt,
    shellHead: bundle.shellHead,
    template: template.replace('<!--head-->', () => `${fontPreloads(manifest)}<!--head-->`),
    render(url, page, failed) {
      const rendered = bundle.render(url, page, failed)
      const [pathname = '/'] = url.split('?')
      const sources =
        rendered.status === 200 ? [...bundle.modulesAt(pathname, page.isReturning), ...rendered.modules] : []
      return { ...rendered, head: `${chunkPreloads(manifest, sources)}${rendered.head}` }
    },
  }
}

/** Whether a module is the web's server bundle, built or from source. */
export function isRendererBundle(bundle: unknown): bundle is Omit<PageRenderer, 'template'> {
  if (typeof bundle !== 'object' || bundle === null) return false
  const exported: Record<string, unknown> = { ...bundle }
  return ['preloadsFor', 'render', 'addressOf', 'indexedPaths', 'modulesAt', 'shellHead'].every(
    (name) => typeof exported[name] === 'function',
  )
}
