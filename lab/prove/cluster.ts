import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { type SmtpInbox, startSmtpInbox } from '#sandbox/mailbox/smtp.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { replaceProviderSubscription } from '#server/domains/subscriptions/queries.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import type { Db } from '#server/platform/db/query.ts'
import { openS3Storage } from '#server/platform/storage/s3-storage.ts'
import { hasPrograms, skipFor } from '#server/testing/optional-program.ts'
import { startSwift, type TestStore } from '#server/testing/swift/start-swift.ts'

import { ensureWebIsBuilt } from '#scripts/build.ts'
import { randomId } from './acknowledge.ts'
import { type Cluster, findPostgresPrograms, openCluster } from './cluster/cluster.ts'
import {
  type Absence,
  proveFiles,
  proveNobodyElseNoticed,
  sendFilesSteadily,
  type SentFile,
} from './cluster/files.ts'
import { problems, proveCharges, proveJoined, proveSignedUp, say, proveDrained } from './cluster/judge.ts'
import {
  type Charge,
  chargeSteadily,
  type Joined,
  type Joiner,
  joinSteadily,
  signUpSteadily,
} from './cluster/load.ts'
import { type Look, lookSteadily, proveLooks, untilReadFromStandby } from './cluster/visitors.ts'
import { signIn } from './lifecycle/world.ts'

/*
 * Three nodes behind nginx and PgBouncer, on a primary with a standby, as deploy/ has them, while charges arrive, people sign
 * up, join, pay and upload files to an S3 server: a node is killed every 20 seconds, once the others answer, the primary
 * twice, the store once, and the provider and the mail server are away for a while; visitors read lists from the standby.
 * `npm run prove -- cluster`; 10,000 charges, or with `--charges 1500` as many. With `--untimed`, as in CI, how long nothing
 * was acknowledged is only printed: on a machine busy with other work it says nothing.
 */

const { values } = parseArgs({
  options: {
    charges: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '40' },
    untimed: { type: 'boolean', default: false },
  },
})
const COUNT = Number(values.charges)
const RATE_PER_SECOND = Number(values.rate)
const SECONDS = COUNT / RATE_PER_SECOND

const MEMBERSHIPS = 250
const NODE_EVERY_MS = 20_000
const SIGN_UP_EVERY_MS = 600
/** Each may have begun four files that died with a node. */
const CREATORS = 36
/** How long an operator, or a program, takes to be sure that the primary is gone. */
const NOTICED_AFTER_MS = 3000
const OUTAGE_MAX_MS = 30_000
/** How long the lost machine stays away at least: visitors have to read without a standby for a few seconds. */
const MENDED_AFTER_MS = 10_000

const beganMs = performance.now()
function tell(text: string): void {
  console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${text}`)
}

interface People {
  planId: string
  /** At the provider, for charges that only webhooks tell of. */
  subscriptionIds: string[]
  joiners: Joiner[]
  /** With pages, and files for them. */
  creators: Joiner[]
}

async function makePeople(db: Db): Promise<People> {
  const creator = await aCreator(db, (await aUser(db)).id)
  const plan = await aPlan(db, creator.id, { priceCents: 999 })
  const subscriptionIds: string[] = []
  const joiners: Joiner[] = []
  for (let index = 0; index < MEMBERSHIPS; index += 1) {
    const { id } = await aSubscription(db, (await aUser(db)).id, plan)
    const providerId = `sub_${randomId()}`
    await replaceProviderSubscription(db, id, { id: providerId, pageUrl: null })
    subscriptionIds.push(providerId)
    const joiner = await aUser(db)
    joiners.push({ userId: joiner.id, session: await signIn(db, joiner.id) })
  }
  const creators: Joiner[] = []
  for (let index = 0; index < CREATORS; index += 1) {
    const { id } = await aUser(db)
    await aCreator(db, id)
    creators.push({ userId: id, session: await signIn(db, id) })
  }
  return { planId: plan.id, subscriptionIds, joiners, creators }
}

/** Kills one node after another until the load ends. */
async function killNodes(cluster: Cluster, until: AbortSignal): Promise<number> {
  let kills = 0
  while (!until.aborted) {
    await sleep(NODE_EVERY_MS / 4, null, { signal: until }).catch(() => undefined)
    const index = kills % cluster.nodes.length
    await cluster.untilOthersServe(index, until)
    if (until.aborted) break
    cluster.nodes[index]?.kill()
    kills += 1
    tell(`node ${index + 1} killed`)
    await sleep((NODE_EVERY_MS * 3) / 4, null, { signal: until }).catch(() => undefined)
  }
  return kills
}

interface Loss {
  /** How long nothing was acknowledged. */
  outageMs: number
  /** Since when payments are acknowledged again, and until when there was no standby. */
  againMs: number
  mendedMs: number
}

/** Kills the primary, promotes the standby, and makes a standby of what was lost. */
async function killThePrimary(cluster: Cluster, charges: readonly Charge[]): Promise<Loss> {
  const killedMs = await cluster.loseThePrimary(NOTICED_AFTER_MS)
  tell(
    `the primary was killed, and its standby promoted ${((performance.now() - killedMs) / 1000).toFixed(1)} s later`,
  )
  const first = () => charges.find(({ sentMs }) => sentMs > killedMs)
  while (!first() && performance.now() - killedMs < 2 * OUTAGE_MAX_MS) await sleep(20)
  const againMs = first()?.atMs ?? Infinity
  const outageMs = againMs - killedMs
  tell(`acknowledging again after ${(outageMs / 1000).toFixed(1)} s`)
  await sleep(MENDED_AFTER_MS)
  await cluster.mendTheLost()
  tell(`in step again: ${await cluster.status()}`)
  return { outageMs, againMs, mendedMs: performance.now() }
}

/** Kills the store, and brings it back. Answers when it was away. */
async function killTheStore(store: TestStore): Promise<Absence> {
  await store.kill()
  const fromMs = performance.now()
  tell('the store was killed')
  await afterShare(0.1)
  await store.start()
  const untilMs = performance.now()
  tell('the store is back')
  return { fromMs, untilMs }
}

async function afterShare(share: number): Promise<void> {
  await sleep(SECONDS * 1000 * share)
}

async function prove(
  cluster: Cluster,
  mail: { away: (ms: number) => Promise<void>; arrived: string[] },
  store: TestStore | null,
): Promise<void> {
  const { db } = cluster.database
  const people = await makePeople(db)
  tell(`people made: ${await cluster.status()}`)
  const [charges, emails, joined]: [Charge[], string[], Joined[]] = [[], [], []]
  const [files, looks]: [SentFile[], Look[]] = [[], []]
  const ended = new AbortController()
  const front = {
    baseUrl: cluster.baseUrl,
    cookieName: `cheers-${new URL(cluster.baseUrl).port}`,
  }
  const others = [
    lookSteadily(cluster.baseUrl, ended.signal, looks),
    ...(store ? [sendFilesSteadily(front, people.creators, ended.signal, files)] : []),
    signUpSteadily(cluster.baseUrl, SIGN_UP_EVERY_MS, ended.signal, emails),
    joinSteadily(
      {
        ...front,
        planId: people.planId,
        pay: (id) => cluster.control('pay', { subscription_id: id, card: 'international' }),
      },
      people.joiners,
      ended.signal,
      joined,
    ),
  ]
  const readers = await untilReadFromStandby(cluster)
  const killing = killNodes(cluster, ended.signal)
  let areOver = false
  const outages = (async () => {
    await afterShare(0.15)
    const first = await killThePrimary(cluster, charges)
    await afterShare(0.08)
    const storeAway = store && (await killTheStore(store))
    await afterShare(0.07)
    return { losses: [first, await killThePrimary(cluster, charges)] as const, storeAway }
  })().finally(() => (areOver = true))
  const provider = (async () => {
    await afterShare(0.3)
    await cluster.provider.halt()
    tell('the provider is away')
    await afterShare(0.12)
    cluster.provider.start()
    tell('the provider is back')
  })()
  const mails = (async () => {
    await afterShare(0.45)
    tell('the mail server is away')
    await mail.away(SECONDS * 1000 * 0.15)
    tell('the mail server is back')
  })()
  await chargeSteadily(
    { baseUrl: cluster.baseUrl, secret: cluster.webhookSecret, subscriptionIds: people.subscriptionIds },
    { ratePerSecond: RATE_PER_SECOND, count: COUNT, isEnough: () => areOver },
    charges,
  )
  const [{ losses, storeAway }] = await Promise.all([outages, provider, mails])
  ended.abort()
  const kills = await killing
  await Promise.all(others)
  tell('nobody asks any more')
  await proveDrained(db)
  await proveCharges(db, Math.max(COUNT, charges.length), charges, joined)
  await proveJoined(cluster, joined, charges)
  await proveSignedUp(db, emails, mail.arrived)
  if (store) await proveFiles(db, openS3Storage(store.storageUrl), files)
  const { untimed } = values
  if (storeAway) proveNobodyElseNoticed(storeAway, charges, untimed)
  // The machine that was the standby in the beginning is what the second loss takes.
  const [, { againMs, mendedMs }] = losses
  proveLooks(looks, readers, { fromMs: againMs, untilMs: mendedMs })
  const took = losses.map(({ outageMs }) => `${(outageMs / 1000).toFixed(1)} s`).join(', ')
  if (untimed) console.log(`       payments were acknowledged again after ${took}`)
  else
    say(
      'payments are acknowledged again within 30 s of the loss of the primary',
      losses.every(({ outageMs }) => outageMs < OUTAGE_MAX_MS),
      took,
    )
  const falls = cluster.nodes.flatMap((node) => node.falls())
  say('no node ends by itself', falls.length === 0, [`${falls.length} did`, ...falls].join('\n       '))
  const slow = charges.map(({ sentMs, atMs }) => atMs - sentMs).toSorted((one, other) => one - other)
  console.log(
    `       ${kills} nodes killed; half of the acknowledgements took ${slow[Math.floor(slow.length / 2)]?.toFixed(0)} ms`,
  )
}

function openMail(): Promise<{
  smtpUrl: string
  away: (ms: number) => Promise<void>
  arrived: string[]
  close: () => Promise<void>
}> {
  const arrived: string[] = []
  const open = (port: number): Promise<SmtpInbox> =>
    startSmtpInbox('127.0.0.1', port, (source) => {
      arrived.push(/^Delivered-To: (.*)$/im.exec(source.toString('utf8'))?.[1]?.trim() ?? '')
      return Promise.resolve()
    })
  return open(0).then((first) => {
    let inbox = first
    return {
      smtpUrl: `smtp://127.0.0.1:${first.port}`,
      arrived,
      async away(ms) {
        await inbox.close()
        await sleep(ms)
        inbox = await open(first.port)
      },
      close: () => inbox.close(),
    }
  })
}

const programs = await findPostgresPrograms()
if (programs === null) skipFor('no PostgreSQL of Debian here (apt-get install postgresql)')
else if (hasPrograms('pgbouncer', 'nginx')) {
  await ensureWebIsBuilt()
  const mail = await openMail()
  const store = await startSwift()
  try {
    const storageUrl = store && store.storageUrl
    const cluster = await openCluster(programs, { smtpUrl: mail.smtpUrl, storageUrl })
    try {
      await prove(cluster, mail, store)
    } finally {
      await cluster.stop()
    }
  } finally {
    await mail.close()
    await store?.stop()
  }
}
process.exit(problems.length === 0 ? 0 : 1)
