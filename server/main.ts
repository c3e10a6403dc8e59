import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import type { Language } from '#contract/languages.ts'

import { buildApp, eachSecond, implementations, jobs } from './app.ts'
import { advanceClocks, mountDevelopmentPages } from './development-pages.ts'
import { sessionCookieName } from './domains/accounts/sessions.ts'
import { refuseOtherHost } from './domains/accounts/proof/refuse-other-host.ts'
import { prepareToCharge } from './domains/payments/account-check/prepare-to-charge.ts'
import type { Outside } from './embedded.ts'
import { openPlatform } from './open-platform.ts'
import { createMovableClock, machineClock, type MovableClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { isRoot } from './platform/db/embedded-process.ts'
import { migrate } from './platform/db/migrate.ts'
import { type Database, openDatabase } from './platform/db/open.ts'
import { type FaultWatch, watchFaults } from './platform/faults.ts'
import { startEachSecond } from './platform/jobs/each-second.ts'
import { type JobRunner, startJobs } from './platform/jobs/runner.ts'
import { createLog, type Log } from './platform/log.ts'
import { mountPages } from './platform/pages/mount-pages.ts'
import { distOf, loadPageRenderer, type PageRenderer } from './platform/pages/page-renderer.ts'
import type { Platform } from './platform/platform.ts'
import { keepFilesPrivate } from './platform/private-files.ts'
import type { Listener } from './platform/realtime/listener.ts'
import { readOrMakeSecretKey } from './platform/secrets.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'

/** Runs once, in an empty database. */
const FIRST_MIGRATION = '0001-platform'

/** How long a stop waits for requests and jobs before it cuts them off. */
const STOP_TIMEOUT_MS = 20_000

/** Balancers query /readyz every second or two; they should hear the no before the door closes. */
const DRAIN_NOTICE_MS = 3000

export interface RunningServer {
  config: Config
  platform: Platform
  /** The stand-ins' own pages, for the person who started us. */
  paymentDashboardUrl: string | null
  mailboxUrl: string | null
  /** Moves our clock and the payment sandbox's forward; null in production. */
  advanceClocks: ((byMs: number) => Promise<Date>) | null
  /** Finishes work under way, at most 20 seconds, then stops everything that was started. */
  stop(): Promise<void>
}

export interface ServerOptions {
  env: Readonly<Record<string, string | undefined>>
  /** How far in the past the clocks of a new database begin. Not for production. */
  beginsAgoMs?: number
  /** The language of the pages; its web app must have been built. */
  language?: Language
  /** Serves the web app from source instead of from dist. */
  development?: {
    mount: (app: FastifyInstance) => Promise<void>
    renderer: (url: string) => Promise<PageRenderer>
  }
}

/** Reads the configuration, opens things, and listens. On failure everything already opened is closed again. */
export async function startServer({
  env,
  beginsAgoMs,
  development,
  language = 'en',
}: ServerOptions): Promise<RunningServer> {
  const config = readConfig(env)
  const log = createLog({ isProduction: config.isProduction, isTraced: config.tracing !== null })
  const letsThrough = config.databaseUrl === 'embedded' && isRoot()
  for (const problem of keepFilesPrivate(config.dataDir, { letsThrough })) log.warn(problem)
  const opened: (() => Promise<void>)[] = []
  let closing: Promise<void> | null = null
  const close = async () => {
    for (const closeOne of opened.splice(0).toReversed()) await closeOne()
  }
  // Later callers wait for the same close.
  const closeAll = () => (closing ??= close())
  const faults = watchFaults(log, () => withinStopTimeout(closeAll()))
  opened.push(async () => faults.unwatch())
  try {
    if (config.tracing) {
      const tracing = await openTracing(config.tracing)
      opened.push(() => tracing.stop())
    }
    const database = await openConfiguredDatabase(config, log, opened, faults)
    const isNew = (await migrate(database.direct.db)).includes(FIRST_MIGRATION)

    const movableClock = config.isProduction ? null : createMovableClock()
    if (isNew && beginsAgoMs !== undefined) await movableClock?.beginEarlier(database.db, beginsAgoMs)
    await movableClock?.load(database.db)
    const clock = movableClock ?? machineClock
    const secretKey = config.secretKey ?? readOrMakeSecretKey(config.dataDir)
    const { platform, outside } = await openPlatform({ config, database, clock, log, secretKey })
    opened.push(() => outside.close())
    opened.push(() => platform.processes.close())
    await refuseOtherHost(platform)
    return await listen({ platform, outside, movableClock, development, language, opened, closeAll })
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function openConfiguredDatabase(
  config: Config,
  log: Log,
  opened: (() => Promise<void>)[],
  faults: FaultWatch,
): Promise<Database> {
  if (config.databaseUrl !== 'embedded') {
    const [direct, replica] = [config.databaseDirectUrl, config.databaseReplicaUrl].map((url) =>
      url === null ? undefined : { connectionString: url },
    )
    const database = openDatabase({ connectionString: config.databaseUrl }, log, { direct, replica })
    opened.push(() => database.close())
    return database
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) })
  opened.push(() => postgres.stop())
  // Nobody else would start it again: our supervisor starts us, and we start it.
  postgres.onUnexpectedExit((detail) => faults.end(new Error(detail)))
  const database = openDatabase(postgres.connection, log)
  opened.push(() => database.close())
  return database
}

async function listen(parts: {
  platform: Platform
  outside: Outside
  /** null in production. */
  movableClock: MovableClock | null
  development: ServerOptions['development']
  language: Language
  opened: (() => Promise<void>)[]
  closeAll: () => Promise<void>
}): Promise<RunningServer> {
  const { platform, outside, movableClock, development, language, opened, closeAll } = parts
  const { config, database } = platform
  const clocks = movableClock && { clock: movableClock, database, outside }
  const built = development ? null : await loadPageRenderer(distOf(language))
  const mountBesideApi = async (app: FastifyInstance, listener: Listener) => {
    if (clocks)
      mountDevelopmentPages(app, { ...clocks, regularJobs: jobs.filter(({ cron }) => cron !== null) })
    await development?.mount(app)
    await mountPages(app, {
      platform,
      listener,
      implementations,
      renderer: development?.renderer ?? (async () => requireBuilt(built)),
      filesDir: built ? path.join(distOf(language), 'web') : null,
      language,
      sessionCookie: sessionCookieName(config.publicUrl),
      isCached: development === undefined,
    })
  }
  const server = await buildApp(platform, mountBesideApi, { isServedFromSource: development !== undefined })
  let runner: JobRunner | null = null
  const regular = startEachSecond(platform, eachSecond)
  opened.push(async () => {
    server.startDraining()
    if (config.isProduction) await sleep(DRAIN_NOTICE_MS)
    await server.app.close()
    await runner?.stop()
    await regular.stop()
  })
  await server.app.ready()
  await server.app.listen({ host: config.host, port: config.port })
  const address = `http://${addressOf(config.host)}:${config.port}`
  outside.connectWebhook(`${address}${WEBHOOK_PATH}`)
  if (clocks) outside.connectClock(`${address}/dev/clock`)
  runner = await startJobs(platform, jobs)
  await prepareToCharge(platform)
  return {
    config,
    platform,
    paymentDashboardUrl: outside.paymentDashboardUrl,
    advanceClocks: clocks && ((byMs) => advanceClocks(clocks, byMs)),
    mailboxUrl: outside.mailboxPages ? `${config.publicUrl}/dev/mail` : null,
    stop: () => withinStopTimeout(closeAll()),
  }
}

function requireBuilt(renderer: PageRenderer | null): PageRenderer {
  if (!renderer) throw new Error('The web app is not built.')
  return renderer
}

/** Where this machine reaches us: listening everywhere includes loopback. */
function addressOf(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
}

async function withinStopTimeout(stopping: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new Error(`Stopping took longer than ${STOP_TIMEOUT_MS / 1000} s; what was left is cut off.`)),
      STOP_TIMEOUT_MS,
    )
  })
  try {
    await Promise.race([stopping, timeout])
  } finally {
    clearTimeout(timer)
  }
}
