import fs from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'

import { isRendererBundle, type PageRenderer } from '#server/platform/pages/page-renderer.ts'

const ROOT = path.join(import.meta.dirname, '..')

/** The server's own addresses. The folder web/api lies among them, so the ending is checked too. */
const OURS = /^\/(?:api|dev|media|healthz|readyz|metrics)(?![^?]*\.tsx?(?:\?|$))(?:[/?]|$)/

/**
 * Serves the web app from source for `npm run dev`: Vite serves modules and styles, and pages are rendered by the
 * present web/entry-server.tsx. Changes reach the browser over the app's own listener.
 */
export async function serveFromSource(): Promise<{
  mount: (app: FastifyInstance) => Promise<void>
  renderer: (url: string) => Promise<PageRenderer>
}> {
  let vite: ViteDevServer | null = null
  return {
    async mount(app) {
      const started = await createServer({
        configFile: path.join(ROOT, 'vite.config.ts'),
        // The default writes a temporary file, which `node --watch` would take for a change.
        configLoader: 'native',
        appType: 'custom',
        logLevel: 'warn',
        server: { middlewareMode: true, ws: { server: app.server } },
      })
      vite = started
      app.addHook('onRequest', (request, reply, done) => {
        if (OURS.test(request.url)) done()
        else started.middlewares(request.raw, reply.raw, done)
      })
      // Before the listener closes, because it waits for the browsers' sockets.
      app.addHook('preClose', () => started.close())
    },
    async renderer(url) {
      if (!vite) throw new Error('The web app is not mounted yet.')
      return renderFrom(vite, url)
    },
  }
}

async function renderFrom(vite: ViteDevServer, url: string): Promise<PageRenderer> {
  try {
    const source = await fs.readFile(path.join(vite.config.root, 'index.html'), 'utf8')
    const template = await vite.transformIndexHtml(
      url,
      source.replace('<!--head-->', `${STYLESHEET}\n<!--head-->`),
    )
    const bundle: unknown = await vite.ssrLoadModule('/entry-server.tsx')
    if (!isRendererBundle(bundle)) throw new Error('web/entry-server.tsx is not what the server expects')
    return { ...bundle, template }
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    throw error
  }
}

/** Styles otherwise come with the modules, and a rendered page would be unstyled until then. */
const STYLESHEET = '<link rel="stylesheet" href="/ui/app.css">'
