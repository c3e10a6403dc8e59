import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { listBombs } from '#server/domains/media/processing/bomb-testing.ts'
import { aClip } from '#server/domains/media/testing.ts'
import { run } from '#server/platform/program.ts'

import type { Attack } from './attacks/attack.ts'
import { withoutAutomaticGroups } from './attacks/automatic-groups.ts'
import { fieldsOfAMegabyte, jsonBombs, oddPaths, oneByteBodies } from './attacks/bodies.ts'
import { hostileCaptions, hostilePosts, hostileQueries } from './attacks/content.ts'
import { bombs, emptyReservations, videos, heavyProfilePicture, publishPicture } from './attacks/files.ts'
import { manyLogins } from './attacks/logins.ts'
import { slowReaders, stalledBodies } from './attacks/stalls.ts'
import { varietyName } from './attacks/variety.ts'
import { settled, upload } from './media-client.ts'
import { type Rig, startRig } from './media-server.ts'

/*
 * What strangers send to take a node down, against the product started as in production, beside a visitor who sends a
 * hundred requests a second: `npm run prove -- attacks`. Attackers, servers and visitors share this machine, so a
 * second node with a database of its own, which nobody attacks, has a visitor as well, for comparison: what both
 * visitors notice is the machine's doing. With `short`, as in CI, an attack gets three
 * seconds instead of twenty, those that use up the server's whole patience are left out, and timings are only printed:
 * on a machine busy with other work they say nothing. PROVE_ATTACK names those to run, by parts of their names with | between.
 * PROVE_SEED gives every attack other values than those of the findings.
 */

const PORT = 3139
const UNTOUCHED_PORT = 3140
const LOOP_P99_MAX_MS = 50
const GROWTH_MAX_MB = 200
/** How much slower the slowest hundredth of a visitor's requests may become. */
const VISITOR_SLOWDOWN_MAX = 2

const isShort = process.argv[2] === 'short'
const ATTACK_MS = isShort ? 3000 : 20_000

interface Visits {
  count: number
  failures: number
  p50Ms: number
  p99Ms: number
}

let failed = 0
const quietP99sMs: number[] = []

/** A node, and the visitor who calls it. */
interface Watched {
  rig: Rig
  visitor: ChildProcess
}

async function startWatched(port: number): Promise<Watched> {
  const rig = await startRig(port, { isProduction: true })
  const visitor = fork(path.join(import.meta.dirname, 'attacks/visitor.ts'), [String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(visitor, 'message')
  return { rig, visitor }
}

/** What both visitors and the attacked server notice during `work`. */
async function observe(work: () => Promise<void>) {
  for (const { visitor } of [attacked, untouched]) visitor.send('begin')
  const server = await attacked.rig.watch(work)
  const visits = await heard(attacked.visitor)
  return { ...server, visits, visitsElsewhere: await heard(untouched.visitor) }
}

async function heard(visitor: ChildProcess): Promise<Visits> {
  visitor.send('end')
  const [visits] = (await once(visitor, 'message')) as [Visits]
  return visits
}

interface Proved {
  attack: Attack
  seen: Awaited<ReturnType<typeof observe>>
  growthMb: number
  /** What went wrong, however long the visitor waited. */
  problems: string[]
}

async function prove(attack: Attack): Promise<Proved> {
  await observeQuiet()
  let wrong: string[] = []
  const seen = await observe(async () => {
    wrong = await attack.run(attacked.rig, AbortSignal.timeout(ATTACK_MS))
  })
  const growthMb = seen.peakMb - seen.startMb
  const problems = [...new Set(wrong)]
  if (growthMb >= GROWTH_MAX_MB) problems.push(`${growthMb} MB more`)
  if (seen.visits.failures > 0) problems.push(`${seen.visits.failures} of the visitor's requests failed`)
  if (!isShort && seen.loopP99Ms >= LOOP_P99_MAX_MS)
    problems.push(`the event loop's p99 was ${seen.loopP99Ms.toFixed(0)} ms`)
  console.log(`${problems.length === 0 ? 'stands' : 'FAILS'}  ${attack.name}`)
  for (const problem of problems.slice(0, 5)) console.log(`       ${problem}`)
  return { attack, seen, growthMb, problems }
}

/** What the visitor notices while nothing else happens, half as long as an attack takes. */
async function observeQuiet(): Promise<void> {
  quietP99sMs.push((await observe(() => sleep(ATTACK_MS / 2))).visits.p99Ms)
}

/**
 * The slowest hundredth of a quiet visitor's requests, as the median of all quiet times: in ten seconds that is ten
 * requests, and from one quiet time to the next it differs by a factor of two.
 */
function quietP99Ms(): number {
  const sorted = quietP99sMs.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Prints the row of an attack, and counts it if it does harm. */
function judge({ attack, seen, growthMb, problems }: Proved): void {
  const { loopP99Ms, loopMaxMs, visits, visitsElsewhere } = seen
  const slowdown = visits.p99Ms / quietP99Ms()
  const holds = problems.length === 0 && (isShort || slowdown < VISITOR_SLOWDOWN_MAX)
  if (!holds) failed += 1
  console.log(
    `| ${attack.name} | ${loopP99Ms.toFixed(0)} ms, at most ${loopMaxMs.toFixed(0)} ms | ${growthMb} MB | ` +
      `${visits.p99Ms.toFixed(1)} ms (${slowdown.toFixed(1)} ×) | ${visitsElsewhere.p99Ms.toFixed(1)} ms | ` +
      `${holds ? 'holds' : 'fails'} |`,
  )
}

async function aVideo(rig: Rig): Promise<string> {
  const clip = aClip()
  const source = (start: number, end: number) => clip.subarray(start, end)
  const { at } = await upload(rig, { source, sizeBytes: clip.length, kind: 'video' })
  const mediaId = at.split('/').at(-1) ?? ''
  await settled(rig, mediaId)
  return mediaId
}

const turnGroupsBack = await withoutAutomaticGroups()
const attacked = await startWatched(PORT)
const untouched = await startWatched(UNTOUCHED_PORT)
// Strangers have machines of their own: their computing must not take processor time from those we watch.
os.setPriority(15)
await run(['chrt', '--all-tasks', '--idle', '--pid', '0', String(process.pid)])
try {
  const attacks: readonly Attack[] = [
    oneByteBodies,
    jsonBombs,
    oddPaths,
    hostileQueries,
    hostileCaptions(await aVideo(attacked.rig)),
    hostilePosts,
    manyLogins,
    fieldsOfAMegabyte,
    heavyProfilePicture,
    bombs(await listBombs()),
    videos,
    ...(isShort ? [] : [stalledBodies, slowReaders]),
    // Leaves the creator unable to start another upload.
    emptyReservations,
  ]
  // The first requests of a process are its slowest.
  for (const { rig } of [attacked, untouched]) await publishPicture(rig)
  await sleep(ATTACK_MS)
  const named = (process.env['PROVE_ATTACK'] ?? '').split('|')
  const wanted = attacks.filter(({ name }) => named.some((part) => name.includes(part)))
  console.log(`Attacks with ${varietyName}.`)
  const proved: Proved[] = []
  for (const attack of wanted) proved.push(await prove(attack))
  await observeQuiet()
  console.log(
    `\nA quiet visitor: p99 ${quietP99Ms().toFixed(1)} ms (${quietP99sMs.map((each) => each.toFixed(1)).join(', ')}).`,
  )
  console.log('\n| attack | event loop p99 | memory | visitor p99 | of another node | |')
  console.log('|---|---:|---:|---:|---:|---|')
  for (const each of proved) judge(each)
} finally {
  for (const { rig, visitor } of [attacked, untouched]) {
    visitor.disconnect()
    await rig.stop()
  }
  await turnGroupsBack()
}
if (failed > 0) {
  console.log(`\n${failed} attacks do harm.`)
  process.exitCode = 1
}
