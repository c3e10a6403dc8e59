import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

import type { InputOf, OutputOf, Route } from '#contract/http/route.ts'
import { buildApp, eachSecond, jobs } from '#server/app.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import type { Outside } from '#server/embedded.ts'
import { openPlatform } from '#server/open-platform.ts'
import { createMovableClock, type MovableClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/db/query.ts'
import { doEachSecond } from '#server/platform/jobs/each-second.ts'
import { drainJobs } from '#server/platform/jobs/runner.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findFreePort } from './free-port.ts'
import { findQuickFolder } from './quick-folder.ts'

/** Both halves of a session, as a browser holds them. */
export interface TestSession {
  token: string
  cookie: string
}

export interface CallOptions {
  as?: TestSession | undefined
  headers?: Record<string, string>
  files?: Record<string, Blob>
}

/** The answer to a call. `body` is the output when `status` is 200, else the failure. */
export interface Answer<R extends Route> {
  status: number
  body: OutputOf<R>
  failure: { code: string; message: string; msg: string; field?: string }
  headers: Headers
}

export interface TestMail {
  to: string[]
  subject: string
  text: string
  links: string[]
}

export interface TestApp {
  baseUrl: string
  platform: Platform
  db: Db
  clock: MovableClock
  outside: Outside
  /** Calls a route over HTTP. */
  call<R extends Route>(route: R, input: InputOf<R>, options?: CallOptions): Promise<Answer<R>>
  /** The session that an answer of a sign-in call started. */
  sessionOf(answer: { body: unknown; headers: Headers }): TestSession
  /** Does what is done each second and runs every due job, up to this many at a time. */
  drain(width?: number): Promise<void>
  mails(to: string): Promise<TestMail[]>
  close(): Promise<void>
}

/** How long calls under way may take to end when an app closes. */
const CLOSE_WAIT_MS = 1000

/**
 * The whole product over real HTTP on a migrated database, with the payment sandbox, the issuer and the mailbox. Jobs
 * run only on request.
 */
export async function startAppOn(
  connection: pg.PoolConfig,
  env: Record<string, string> = {},
  /** Past the pooler that the connection leads to, if it does, and to a copy, if there is one. */
  ways: { direct?: pg.PoolConfig; replica?: pg.PoolConfig } = {},
): Promise<TestApp> {
  const dataDir = await fs.mkdtemp(path.join(await findQuickFolder(), 'cheers-test-app-'))
  const port = await findFreePort()
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    // Every processor is busy while tests run, so nothing is to spare.
    FILE_WORK: 'shared',
    ...env,
  })
  const log = createLog({ isProduction: false, level: 'fatal' })
  const database = openDatabase(connection, log, ways)
  const clock = createMovableClock()
  const secretKey = 'a secret key for tests only, 32+'
  const parts = { config, database, clock, log, secretKey, sandboxForgets: true }
  const { platform, outside } = await openPlatform(parts)
  const { app } = await buildApp(platform, async (instance) => {
    const { mailboxPages } = outside
    instance.get('/dev/mail.json', async (request, reply) => {
      reply.hijack()
      await mailboxPages?.(request.raw, reply.raw)
    })
  })
  await app.listen({ host: '127.0.0.1', port })
  const baseUrl = `http://127.0.0.1:${port}`
  const cookieName = sessionCookieName(config.publicUrl)

  return {
    baseUrl,
    platform,
    db: database.db,
    clock,
    outside,
    call: (route, input, options) => callRoute(baseUrl, cookieName, route, input, options ?? {}),
    sessionOf({ body, headers }) {
      const token = typeof body === 'object' && body !== null && 'token' in body ? String(body.token) : ''
      const cookie = headers.getSetCookie().find((text) => text.startsWith(`${cookieName}=`))
      return { token, cookie: /=([^;]*)/.exec(cookie ?? '')?.[1] ?? '' }
    },
    async drain(width) {
      await doEachSecond(platform, eachSecond)
      if (await drainJobs(platform, jobs, width)) await doEachSecond(platform, eachSecond)
    },
    async mails(to) {
      const response = await fetch(`${baseUrl}/dev/mail.json?to=${encodeURIComponent(to)}`)
      return ((await response.json()) as { messages: TestMail[] }).messages
    },
    async close() {
      // A connection that never carried a request isn't idle to Node: closing would wait a minute for it.
      const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_WAIT_MS)
      await app.close()
      clearTimeout(cut)
      await platform.processes.close()
      await outside.close()
      await database.close()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function callRoute<R extends Route>(
  baseUrl: string,
  cookieName: string,
  route: R,
  input: InputOf<R>,
  options: CallOptions,
): Promise<Answer<R>> {
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) }
  const pathname = route.path.replace(/:(\w+)/g, (_, parameter: string) => {
    const value = rest[parameter]
    delete rest[parameter]
    return encodeURIComponent(String(value))
  })
  const headers: Record<string, string> = { ...options.headers }
  if (options.as) {
    headers['authorization'] = `Bearer ${options.as.token}`
    headers['cookie'] = `${cookieName}=${options.as.cookie}`
  }
  const hasBody = route.method === 'POST' || route.method === 'PUT'
  let body: string | FormData | null = null
  if (hasBody && options.files) {
    body = new FormData()
    for (const [field, value] of Object.entries(rest)) body.set(field, String(value))
    for (const [field, file] of Object.entries(options.files)) body.set(field, file, 'file')
  } else if (hasBody) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(rest)
  }
  const query = new URLSearchParams(
    hasBody ? [] : Object.entries(rest).map(([key, value]) => [key, String(value)]),
  )
  const response = await fetch(`${baseUrl}/api${pathname}?${query.toString()}`, {
    method: route.method,
    headers,
    body,
  })
  const answered = (await response.json()) as Answer<R>['body'] & Answer<R>['failure']
  return { status: response.status, body: answered, failure: answered, headers: response.headers }
}
