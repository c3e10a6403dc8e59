import { parseArgs } from 'node:util'

import { type RunningServer, startServer } from '#server/main.ts'
import { ConfigError } from '#server/platform/config.ts'

import { ensureWebIsBuilt } from './build.ts'
import { writeCompiled } from './compile-cache.ts'

const { values } = parseArgs({
  options: { demo: { type: 'boolean' }, dev: { type: 'boolean' } },
})

async function start(): Promise<RunningServer> {
  const story = values.demo ? await import('./story/tell.ts') : null
  if (values.dev) {
    const { serveFromSource } = await import('./serve-from-source.ts')
    return startServer({ env: process.env, development: await serveFromSource() })
  }
  if ((await ensureWebIsBuilt()) === 'built') console.log('The web app is built.')
  return startServer({ env: process.env, ...(story && { beginsAgoMs: story.STORY_BEGINS_AGO_MS }) })
}

function announce(server: RunningServer, logins: readonly string[]): void {
  const { config, paymentDashboardUrl, mailboxUrl } = server
  const lines = [
    '',
    `Cheers is ready: ${config.publicUrl}`,
    ...(mailboxUrl ? [`  Mailbox          ${mailboxUrl}`] : []),
    ...(paymentDashboardUrl ? [`  Payment sandbox  ${paymentDashboardUrl}`] : []),
    '',
    ...(logins.length > 0
      ? ['Log in as', ...logins.map((line) => `  ${line}`)]
      : [
          'Sign up, then open the mailbox for your activation link. `npm run demo` starts with a story to look around in.',
        ]),
    '',
    'Ctrl-C stops everything.',
  ]
  console.log(lines.join('\n'))
}

async function tellDemo(server: RunningServer): Promise<string[]> {
  if (server.config.isProduction) throw new Error('The demo does not run with NODE_ENV=production.')
  const { tellStory } = await import('./story/tell.ts')
  const { PEOPLE, STORY_PASSWORD } = await import('./story/people.ts')
  await tellStory(server)
  return Object.values(PEOPLE).map(({ email, role }) => `${email.padEnd(20)} ${STORY_PASSWORD}   ${role}`)
}

/** A terminal sends Ctrl-C to all it runs, and npm passes on what it got: within this time, both are one signal. */
const ONE_SIGNAL_MS = 500

/** The first signal stops in order; a second one does not wait. */
function stopOnSignals(server: RunningServer): void {
  let stoppingSince: number | null = null
  const stop = () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > ONE_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `Port ${process.env['PORT'] ?? 3000} is already in use. Stop what listens there, or set PORT to another one.`
  if (error instanceof Error && error.name === 'EmbeddedPostgresError') return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

export async function startCheers(): Promise<void> {
  try {
    const server = await start()
    stopOnSignals(server)
    const logins = values.demo ? await tellDemo(server) : []
    announce(server, logins)
    writeCompiled()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}
