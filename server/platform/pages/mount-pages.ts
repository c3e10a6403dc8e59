import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { parse } from 'zod/v4/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import type { Implementation } from '../http/implement.ts'
import { invoke } from '../http/invoke.ts'
import { circumstancesOf } from '../http/register-routes.ts'
import type { Platform } from '../platform.ts'
import type { PageData, PageRenderer, Preload } from './page-renderer.ts'

const YEAR_SECONDS = 31_536_000

/** Serves the web app: its files, pages rendered for visitors, and the shell for whoever seems to be signed in. */
export async function mountPages(
  app: FastifyInstance,
  options: {
    platform: Platform
    implementations: readonly Implementation[]
    /** Asked for each page, so that development can swap it. */
    renderer: (url: string) => Promise<PageRenderer>
    /** Built files; null in development, where Vite serves them. */
    filesDir: string | null
    sessionCookie: string
  },
): Promise<void> {
  const { platform } = options
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
      },
    })
  const byName = new Map(
    options.implementations.map((implementation) => [
      `${implementation.route.method} ${implementation.route.path}`,
      implementation,
    ]),
  )

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const { pathname } = new URL(request.url, platform.config.publicUrl)
    if (
      !isPage ||
      pathname.startsWith('/api/') ||
      pathname.startsWith('/assets/') ||
      pathname.startsWith('/media/')
    )
      throw new Failure(platformFailures.not_found)
    const renderer = await options.renderer(request.url)
    // The cookie is a hint of who is there and never proof: the shell holds nothing that is anybody's.
    const mayBeSignedIn = request.cookies[options.sessionCookie] !== undefined
    const preloads = mayBeSignedIn ? null : renderer.preloadsFor(pathname)
    const page: PageData = { config: pageConfig(platform), answers: [] }
    if (preloads === null)
      return sendPage(reply, renderer, page, { status: 200, html: '', head: renderer.shellHead() })

    const failed: (Preload & { status: number })[] = []
    for (const preload of preloads) {
      const implementation = byName.get(`${preload.method} ${preload.path}`)
      if (!implementation)
        throw new Error(`A page asks for ${preload.method} ${preload.path}, which is no route`)
      const answer = await preloadAnswer(implementation, platform, preload, request, reply)
      if ('failure' in answer) failed.push({ ...preload, status: answer.failure })
      else page.answers.push({ ...preload, output: answer.output })
    }
    return sendPage(reply, renderer, page, renderer.render(request.url, page, failed))
  })
}

function pageConfig(platform: Platform): PageData['config'] {
  const { publicUrl } = platform.config
  return {
    publicUrl,
    handlePrefix: `${new URL(publicUrl).host}/`,
    checkoutUrl: platform.razorpay.checkoutUrl,
  }
}

/** What a visitor would be answered. The output passes the route's own serialiser, so nothing extra gets into the HTML. */
async function preloadAnswer(
  implementation: Implementation,
  platform: Platform,
  preload: Preload,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ output: unknown } | { failure: number }> {
  try {
    const output = await invoke(implementation, platform, {
      ...circumstancesOf(request, reply, platform),
      viewer: null,
      input: preload.input,
    })
    return { output: parse(implementation.route.output, output) }
  } catch (error) {
    if (error instanceof Failure) return { failure: error.spec.status }
    throw error
  }
}

function sendPage(
  reply: FastifyReply,
  renderer: PageRenderer,
  page: PageData,
  rendered: { status: number; html: string; head: string },
): FastifyReply {
  // `<` would let a title or a post close the script element.
  const data = JSON.stringify(page).replace(/</g, '\\u003c')
  const html = renderer.template
    .replace('<!--head-->', () => rendered.head)
    .replace('<!--app-->', () => rendered.html)
    .replace('<!--data-->', () => `<script type="application/json" id="page-data">${data}</script>`)
  return reply
    .status(rendered.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'Cookie')
    .send(html)
}
