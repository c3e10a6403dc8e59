import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse } from 'zod/v4/core'

import { platformFailures } from '#contract/http/route.ts'
import type { Language } from '#contract/languages.ts'

import { noteError } from '../errors/note-error.ts'
import { Failure } from '../failure.ts'
import type { Circumstances, Implementation } from '../http/implement.ts'
import { invoke } from '../http/invoke.ts'
import { circumstancesOf } from '../http/register-routes.ts'
import { NO_PAGE } from '../http/request-line.ts'
import type { Platform } from '../platform.ts'
import type { Listener } from '../realtime/listener.ts'
import { errorPage } from './error-page.ts'
import { createPageCache, type ShownOnPage } from './page-cache.ts'
import { watchPageChanges } from './page-changes.ts'
import { makePageDocument, type PageDocument, sendDocument } from './page-document.ts'
import type { PageData, PageRenderer, Preload } from './page-renderer.ts'
import { urlSet } from './sitemap.ts'

const YEAR_SECONDS = 31_536_000

const HTML = 'text/html; charset=utf-8'

/** Files that no browser shows by themselves. */
const NO_DOCUMENT = /\.(?:js|css|woff2)$/
/** They say what a document may do. A page loads thirty files, and without these each is a kilobyte and a half smaller. */
const HEADERS_OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * Serves the web app: its files, and its pages, rendered in two variants: for visitors, and for clients who may be
 * members.
 */
export async function mountPages(
  app: FastifyInstance,
  options: {
    platform: Platform
    /** Tells which pages are old. */
    listener: Listener
    implementations: readonly Implementation[]
    /** Called for each page, so that development can swap it. */
    renderer: (url: string) => Promise<PageRenderer>
    /** Built files; null in development, where Vite serves them. */
    filesDir: string | null
    /** The language of the pages; by default English. */
    language?: Language
    sessionCookie: string
    /** Whether rendered pages are cached; not while the source changes under them. */
    isCached: boolean
  },
): Promise<void> {
  const { platform, language = 'en' } = options
  if (options.filesDir !== null)
    await app.register(fastifyStatic, {
      root: path.resolve(options.filesDir),
      index: false,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        // Vite puts the hash of the content into these names.
        const isHashed = file.includes(`${path.sep}assets${path.sep}`)
        void reply.header(
          'cache-control',
          isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
        )
        if (isHashed && NO_DOCUMENT.test(file))
          for (const name of HEADERS_OF_DOCUMENTS) reply.raw.removeHeader(name)
      },
    })
  const byName = new Map(
    options.implementations.map((implementation) => [
      `${implementation.route.method} ${implementation.route.path}`,
      implementation,
    ]),
  )

  const cache = createPageCache(platform.clock)
  const { listener } = options
  await watchPageChanges(listener, { onChange: (id) => cache.drop(id), onGap: () => cache.clear() })
  // A kept page is sent before its address is matched or anything is read.
  app.addHook('onRequest', async (request, reply) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !listener.isListening()) return
    const variant = { isReturning: isReturning(request.headers.cookie) }
    const document = cache.find(cacheKey(language, { address: request.url, ...variant }))
    if (document !== null) return sendPage(request, reply, document, variant)
  })
  // A write is answered once this node has dropped the pages it made old.
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') await listener.caughtUp()
  })

  app.get('/sitemap-pages.xml', async (request, reply) => {
    const renderer = await options.renderer(request.url)
    const locations = renderer.indexedPaths().map((pathname) => platform.config.publicUrl + pathname)
    const document = await makePageDocument(
      urlSet(locations.map((loc) => ({ loc }))),
      'application/xml; charset=utf-8',
    )
    return sendDocument(request, reply, document)
  })

  /**
   * Whether a session cookie came along: a hint of who is there and never proof. The page sent for it holds nothing
   * personal.
   */
  function isReturning(cookies = ''): boolean {
    return cookies.split(';').some((cookie) => cookie.trimStart().startsWith(`${options.sessionCookie}=`))
  }

  /** Renders a page of public answers, and returns the changes that make it old; null: must not be cached. */
  async function render(
    renderer: PageRenderer,
    { address, preloads, ...variant }: Wanted,
    circumstances: Circumstances,
  ): Promise<{ status: number; html: string; shown: ShownOnPage | null }> {
    const page: PageData = { config: pageConfig(platform), ...variant, answers: [] }
    const failed: (Preload & { status: number })[] = []
    for (const preload of preloads) {
      const implementation = byName.get(`${preload.method} ${preload.path}`)
      if (!implementation)
        throw new Error(`A page asks for ${preload.method} ${preload.path}, which is no route`)
      const answer = await preloadAnswer(implementation, platform, preload, circumstances)
      if ('failure' in answer) failed.push({ ...preload, status: answer.failure })
      else page.answers.push({ ...preload, output: answer.output })
    }
    const rendered = renderer.render(address, page, failed)
    const mayKeep = rendered.status === 200 && rendered.mayKeep && failed.length === 0
    return {
      status: rendered.status,
      html: assemble(renderer, page, rendered),
      shown: mayKeep ? shownOn(page) : null,
    }
  }

  async function sendRendered(
    request: FastifyRequest,
    reply: FastifyReply,
    renderer: PageRenderer,
    wanted: Wanted,
  ): Promise<FastifyReply> {
    // Addresses with a meaningful query are unlimited in number; they are rendered each time.
    const canKeep = options.isCached && listener.isListening() && !wanted.address.includes('?')
    const key = cacheKey(language, wanted)
    const known = canKeep ? cache.find(key) : null
    if (known) return sendPage(request, reply, known, wanted)

    const dropsBefore = cache.drops()
    const { status, html, shown } = await render(renderer, wanted, circumstancesOf(request, reply, platform))
    if (status !== 200) return sendUnkept(reply, status, html)
    const document = await makePageDocument(html, HTML)
    if (canKeep && shown && listener.isListening()) cache.keep(key, document, shown, dropsBefore)
    return sendPage(request, reply, document, wanted)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const [pathname = '/'] = request.url.split('?')
    if (!isPage || /^\/(?:api|assets|media)\//.test(pathname)) throw new Failure(platformFailures.not_found)
    try {
      const renderer = await options.renderer(request.url)
      const hasCookie = isReturning(request.headers.cookie)
      // Everything below reads this one address: if "//x/asha" were one page here and another there, a page made for
      // one would be cached for the other.
      const address = renderer.addressOf(request.url, hasCookie)
      // An unreadable address is a missing page for everyone.
      const variant = { isReturning: hasCookie && address !== NO_PAGE }
      const preloads = renderer.preloadsFor(address, variant.isReturning)
      if (preloads !== null)
        return await sendRendered(request, reply, renderer, { address, preloads, ...variant })
      const page: PageData = { config: pageConfig(platform), ...variant, answers: [] }
      return sendUnkept(reply, 200, assemble(renderer, page, { html: '', head: renderer.shellHead() }))
    } catch (error) {
      platform.log.error({ err: error, req: request }, 'a page could not be rendered')
      noteError(platform, error, { source: 'request', place: 'page', reference: request.id })
      return reply.status(500).type(HTML).header('cache-control', 'no-store').send(errorPage(request.id))
    }
  })
}

/** Caches that many share keep visitors' pages, and leave members' to their browsers. */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  document: PageDocument,
  { isReturning }: Pick<Wanted, 'isReturning'>,
): FastifyReply {
  return sendDocument(request, reply, document, { vary: 'Cookie', isPrivate: isReturning })
}

/** A page in one of its variants. */
interface Wanted {
  address: string
  preloads: readonly Preload[]
  isReturning: boolean
}

/**
 * The variants and languages of a page are cached side by side. What tells them apart comes first: no address begins
 * with a letter.
 */
function cacheKey(
  language: Language,
  { address, isReturning }: Pick<Wanted, 'address' | 'isReturning'>,
): string {
  return `${language} ${isReturning ? 'returning ' : ''}${address}`
}

function pageConfig(platform: Platform): PageData['config'] {
  const { publicUrl, operator } = platform.config
  const now = platform.clock.now()
  return {
    publicUrl,
    handlePrefix: `${new URL(publicUrl).host}/`,
    checkoutUrl: platform.razorpay.checkoutUrl,
    operator: { ...operator, copyrightYear: now.getUTCFullYear() },
    renderedAt: now.toISOString(),
  }
}

/**
 * The answer a visitor would get. The output passes the route's own serialiser, so nothing extra gets into the HTML.
 */
async function preloadAnswer(
  implementation: Implementation,
  platform: Platform,
  preload: Preload,
  circumstances: Circumstances,
): Promise<{ output: unknown } | { failure: number }> {
  try {
    // Never from a copy that is behind: a change tells us which pages are old, and what is rendered then is kept.
    const database = { ...platform.database, replica: null }
    const output = await invoke(
      implementation,
      { ...platform, database },
      {
        ...circumstances,
        principal: null,
        input: preload.input,
      },
    )
    return { output: parse(implementation.route.output, output) }
  } catch (error) {
    if (error instanceof Failure) return { failure: error.spec.status }
    throw error
  }
}

/** A call whose input is at most a limit gets a list of everyone's; any other names its subject. */
function shownOn({ answers }: PageData): ShownOnPage {
  const ids = JSON.stringify(answers.map(({ output }) => output)).match(UUID) ?? []
  return {
    // Copies: a part of a text would keep all of it.
    ids: new Set(structuredClone(ids)),
    isListing: answers.some(({ input }) => isOfEverybody(input)),
  }
}

function isOfEverybody(input: Preload['input']): boolean {
  return Object.values(input).every((value) => typeof value === 'number')
}

function assemble(renderer: PageRenderer, page: PageData, rendered: { html: string; head: string }): string {
  // `<` would let a title or a post close the script element.
  const data = JSON.stringify(page).replace(/</g, '\\u003c')
  return renderer.template
    .replace('<!--head-->', () => rendered.head)
    .replace('<!--app-->', () => rendered.html)
    .replace('<!--data-->', () => `<script type="application/json" id="page-data">${data}</script>`)
}

function sendUnkept(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .status(status)
    .type(HTML)
    .header('cache-control', 'no-cache')
    .header('vary', 'Cookie')
    .send(html)
}
