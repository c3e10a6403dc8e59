import { setTimeout as sleep } from 'node:timers/promises'

import { startSmtpInbox, type SmtpInbox } from '#sandbox/mailbox/smtp.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'

import { ensureWebIsBuilt } from '#scripts/build.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import { textAt } from './lifecycle/api.ts'
import type { Life } from './lifecycle/people.ts'
import { startProvider } from './lifecycle/provider.ts'
import { openWorld, populate, type World } from './lifecycle/world.ts'

/*
 * A mail server that is gone for ten minutes while people sign up and memberships renew: no mail is lost, none is sent
 * twice, nobody waits longer for an answer, and no transaction waits for it. `node lab/prove/mail-outage.ts`, or
 * with `short` for half a minute, when how long answers take is only printed: CI does other work beside it.
 */

const IS_SHORT = process.argv[2] === 'short'
const OUTAGE_MS = IS_SHORT ? 30_000 : 600_000
const CALM_MS = OUTAGE_MS / 10
const MEMBERS = 20
const PASSWORD = 'quiet-harbour-lantern-9'
const SIGN_UP_EVERY_MS = 500
/** A transaction open for longer than this is waiting for something outside. */
const LONG_TRANSACTION_MS = 1000
const MONTH_SECONDS = 31 * 86_400
const ARRIVE_TIMEOUT_MS = 120_000
/** How much longer the median sign-up may take while the mail server is away. */
const SLOWDOWN_MAX = 1.5

interface Arrived {
  to: string
  subject: string
  messageId: string
}

const problems: string[] = []
const arrived: Arrived[] = []

function say(text: string, isRight: boolean, figure: string): void {
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${text}: ${figure}`)
  if (!isRight) problems.push(text)
}

function headerOf(source: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim() ?? ''
}

function openInbox(port: number): Promise<SmtpInbox> {
  return startSmtpInbox('127.0.0.1', port, (bytes) => {
    const source = bytes.toString('utf8')
    const [to, subject] = [headerOf(source, 'Delivered-To'), headerOf(source, 'Subject')]
    arrived.push({ to, subject, messageId: headerOf(source, 'Message-ID') })
    return Promise.resolve()
  })
}

/** Joins and pays, as members whose card works. */
async function join({ api, provider }: World, life: Life): Promise<void> {
  const [plan] = life.page.plans
  const wish = { planId: plan?.id ?? '', interval: 'monthly' }
  const { body } = await api.call('POST', '/razorpay/createRazorpaySubscription', wish, life.session)
  const subscriptionId = textAt(body, 'subscriptionId')
  const paid = await provider.control('pay', { subscription_id: subscriptionId, card: 'international' })
  if (!paid) throw new Error('A member could not pay')
}

let people = 0

/** Signs up a new person, and answers their address and how long it took. */
async function signUp(world: World): Promise<{ email: string; tookMs: number }> {
  people += 1
  const email = `person-${people}@example.org`
  const form = {
    name: 'Nila Bose',
    username: `person${people}`,
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  }
  const beganAt = performance.now()
  const { origin } = new URL(world.server.webhookUrl)
  const response = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    // Everyone has an address of their own.
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${people >> 8}.${people & 255}`,
    },
    body: JSON.stringify(form),
  })
  if (!response.ok) throw new Error(`Nobody can sign up: ${response.status} ${await response.text()}`)
  await response.body?.cancel()
  return { email, tookMs: performance.now() - beganAt }
}

async function signUpFor(world: World, ms: number): Promise<{ emails: string[]; medianMs: number }> {
  const all: Awaited<ReturnType<typeof signUp>>[] = []
  for (const endsAt = Date.now() + ms; Date.now() < endsAt; await sleep(SIGN_UP_EVERY_MS))
    all.push(await signUp(world))
  const took = all.map(({ tookMs }) => tookMs).toSorted((left, right) => left - right)
  return { emails: all.map(({ email }) => email), medianMs: took[Math.floor(took.length / 2)] ?? 0 }
}

/** The longest time a transaction was seen open, in milliseconds. */
async function watchTransactions(world: World, until: AbortSignal): Promise<number> {
  let longestMs = 0
  while (!until.aborted) {
    const { ms } = await one(
      world.database.db,
      sql<{
        ms: number
      }>`select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float8 as ms
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend'`,
    )
    longestMs = Math.max(longestMs, ms)
    await sleep(100)
  }
  return longestMs
}

async function untilArrived(world: World, expected: readonly string[]): Promise<void> {
  for (const giveUpAt = Date.now() + ARRIVE_TIMEOUT_MS; Date.now() < giveUpAt; await sleep(500)) {
    const seen = new Set(arrived.map(({ to }) => to))
    const { waiting } = await one(
      world.database.db,
      sql<{ waiting: number }>`select count(*)::integer as waiting from jobs
        where name = 'mail.send'`,
    )
    if (waiting === 0 && expected.every((email) => seen.has(email))) return
  }
}

async function prove(world: World, inbox: SmtpInbox): Promise<void> {
  const members = await populate(world, MEMBERS, 1)
  for (const member of members) await join(world, member)
  await world.settle()
  const addresses = await many(
    world.database.db,
    sql<{
      email: string
    }>`select email from users where id = any(${members.map(({ userId }) => userId)}::uuid[])`,
  )
  const calm = await signUpFor(world, CALM_MS)
  await inbox.close()
  const watching = new AbortController()
  const longest = watchTransactions(world, watching.signal)
  // Nobody waits for the queue here: it has mails that can't be sent.
  const renewing = (async () => {
    await sleep(OUTAGE_MS / 3)
    await world.provider.control('clock', { advanceSeconds: MONTH_SECONDS })
  })()
  const during = await signUpFor(world, OUTAGE_MS)
  await renewing
  watching.abort()
  const longestMs = await longest
  const early = arrived.length
  const back = await openInbox(inbox.port)
  // The queue waits longer after each failure, up to hours; we skip that time.
  await run(
    world.database.db,
    sql`update jobs set run_at = now() where locked_until is null and run_at > now() and name = 'mail.send'`,
  )
  await untilArrived(world, [...calm.emails, ...during.emails])
  await back.close()
  const newcomers = [...calm.emails, ...during.emails]
  const counts = new Map<string, number>()
  for (const { to, subject } of arrived)
    counts.set(`${to} ${subject}`, (counts.get(`${to} ${subject}`) ?? 0) + 1)
  const activations = newcomers.map((email) => arrived.filter(({ to }) => to === email).length)
  const receipts = addresses.map(({ email }) => arrived.filter(({ to }) => to === email).length)
  say(
    'everybody who signed up has one mail',
    activations.every((count) => count === 1),
    `${newcomers.length} people, ${activations.filter((count) => count === 0).length} without, ${activations.filter((count) => count > 1).length} with more`,
  )
  say(
    'every member has the mails of joining and of the renewal',
    receipts.every((count) => count >= 2),
    `${addresses.length} members, ${Math.min(...receipts)} to ${Math.max(...receipts)} mails each`,
  )
  const ids = new Set(arrived.map(({ messageId }) => messageId))
  say('no mail came twice', ids.size === arrived.length, `${arrived.length} mails, ${ids.size} different`)
  const medians = `median ${calm.medianMs.toFixed(0)} ms before, ${during.medianMs.toFixed(0)} ms meanwhile`
  if (IS_SHORT) console.log(`       signing up took: ${medians}`)
  else say('signing up takes as long as before', during.medianMs <= calm.medianMs * SLOWDOWN_MAX, medians)
  say(
    'no transaction waited',
    longestMs < LONG_TRANSACTION_MS,
    `the longest was open for ${longestMs.toFixed(0)} ms`,
  )
  console.log(`       ${arrived.length - early} mails came after ${OUTAGE_MS / 1000} s without a mail server`)
}

await ensureWebIsBuilt()
const inbox = await openInbox(0)
const [database, provider] = [await openToolDatabase(), await startProvider()]
try {
  const world = await openWorld(database, provider, {
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    MAIL_FROM: 'hello@cheers.example',
    TRUST_PROXY: 'loopback',
  })
  try {
    await prove(world, inbox)
  } finally {
    await world.server.stop()
  }
} finally {
  await provider.close()
  await database.close()
}
process.exit(problems.length === 0 ? 0 : 1)
