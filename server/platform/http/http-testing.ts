import type { FastifyInstance } from 'fastify'

import type { Route } from '#contract/http/route.ts'
import type { TestApp } from '#server/testing/test-app.ts'

import type { Implementation } from './implement.ts'
import type { Patience } from './patience.ts'
import type { SessionReader } from './register-routes.ts'
import { createHttpServer, type HttpServer } from './server.ts'

/** The HTTP server with a few routes of a test's own, on a started app's database. Call it with `app.inject`. */
export function serveRoutes(
  { platform }: TestApp,
  implementations: readonly Implementation[],
  mount?: (app: FastifyInstance) => Promise<void>,
  options: { patience?: Partial<Patience>; sessions?: SessionReader } = {},
): Promise<HttpServer> {
  const routes: Route[] = implementations.map(({ route }) => route)
  return createHttpServer({
    platform,
    routes,
    implementations,
    sessions: { findViewer: async () => null },
    ...(mount ? { mount } : {}),
    ...options,
  })
}
