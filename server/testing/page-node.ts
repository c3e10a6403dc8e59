import type { FastifyInstance } from 'fastify'

import { buildApp, implementations } from '#server/app.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import type { PageRenderer } from '#server/platform/pages/page-renderer.ts'
import type { Platform } from '#server/platform/platform.ts'

/** One more node of the product on the same database: it renders pages, and caches them. */
export async function aPageNode(platform: Platform, renderer: PageRenderer): Promise<FastifyInstance> {
  const { app } = await buildApp(platform, (instance, listener) =>
    mountPages(instance, {
      platform,
      listener,
      implementations,
      renderer: async () => renderer,
      filesDir: null,
      sessionCookie: sessionCookieName(platform.config.publicUrl),
      isCached: true,
    }),
  )
  await app.ready()
  return app
}
