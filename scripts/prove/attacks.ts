import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { listBombs } from '#server/domains/media/processing/bomb-testing.ts'
import { aClip } from '#server/domains/media/testing.ts'
import { inBackground, run } from '#server/platform/program.ts'

import type { Attack } from './attacks/attack.ts'
import { fieldsOfAMegabyte, jsonBombs, oddPaths, oneByteBodies } from './attacks/bodies.ts'
import { hostileCaptions, hostilePosts, hostileQueries } from './attacks/content.ts'
import { bombs, emptyReservations, videos, heavyProfilePicture, publishPicture } from './attacks/files.ts'
import { slowReaders, stalledBodies } from './attacks/stalls.ts'
import { settled, upload } from './media-client.ts'
import { type Rig, startRig } from './media-server.ts'

/*
 * What strangers send to take a node down, against the product started as in production, beside a visitor who sends a
 * hundred requests a second: `npm run prove -- attacks`. With `short`, as in CI, an attack gets three
 * seconds instead of ten, those that use up the server's whole patience are left out, and timings are only printed: on
 * a machine busy with other work they say nothing. PROVE_ATTACK names one of them, or a part of its name.
 */

const PORT = 3139
const LOOP_P99_MAX_MS = 50
const GROWTH_MAX_MB = 200
/** How much slower the slowest hundredth of a visitor's requests may become. */
const VISITOR_SLOWDOWN_MAX = 2

const isShort = process.argv[2] === 'short'
const ATTACK_MS = isShort ? 3000 : 10_000

interface Visits {
  count: number
  failures: number
  p50Ms: number
  p99Ms: number
}

let failed = 0
const rows: string[] = []
const quietP99sMs: number[] = []

async function startVisitor(): Promise<ChildProcess> {
  const visitor = fork(path.join(import.meta.dirname, 'attacks/visitor.ts'), [String(PORT)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(visitor, 'message')
  return visitor
}

/** What a visitor and the server notice during `work`. */
async function observe(rig: Rig, visitor: ChildProcess, work: () => Promise<void>) {
  visitor.send('begin')
  const server = await rig.watch(work)
  visitor.send('end')
  const [visits] = (await once(visitor, 'message')) as [Visits]
  return { ...server, visits }
}

interface Proved {
  attack: Attack
  seen: Awaited<ReturnType<typeof observe>>
  growthMb: number
  /** What went wrong, however long the visitor waited. */
  problems: string[]
}

async function prove(rig: Rig, visitor: ChildProcess, attack: Attack): Promise<Proved> {
  quietP99sMs.push((await observe(rig, visitor, () => sleep(ATTACK_MS))).visits.p99Ms)
  let wrong: string[] = []
  const seen = await observe(rig, visitor, async () => {
    wrong = await attack.run(rig, AbortSignal.timeout(ATTACK_MS))
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
  const slowdown = seen.visits.p99Ms / quietP99Ms()
  const holds = problems.length === 0 && (isShort || slowdown < VISITOR_SLOWDOWN_MAX)
  if (!holds) failed += 1
  rows.push(
    `| ${attack.name} | ${seen.loopP99Ms.toFixed(0)} ms, at most ${seen.loopMaxMs.toFixed(0)} ms | ${growthMb} MB | ` +
      `${seen.visits.p99Ms.toFixed(1)} ms (${slowdown.toFixed(1)} ×) | ${holds ? 'holds' : 'fails'} |`,
  )
}

/**
 * What happens to a visitor on a machine with this many processors when programs at the lowest priority use up the idle
 * time, and nobody else calls the server: anything beyond that during work on files is the server's doing.
 */
async function observeBusyMachine(rig: Rig, visitor: ChildProcess): Promise<void> {
  const loops: ChildProcess[] = []
  const [program, ...args] = await inBackground([process.execPath, '-e', 'for (;;);'])
  for (let index = 0; index < os.availableParallelism(); index += 1) {
    loops.push(spawn(program, args, { stdio: 'ignore' }))
    const quiet = await observe(rig, visitor, () => sleep(ATTACK_MS / 2))
    rows.push(
      `| no attack, ${loops.length} endless loops at the lowest priority | ${quiet.loopP99Ms.toFixed(0)} ms, at most ` +
        `${quiet.loopMaxMs.toFixed(0)} ms | | ${quiet.visits.p99Ms.toFixed(1)} ms | for comparison |`,
    )
  }
  for (const loop of loops) loop.kill('SIGKILL')
}

/**
 * What a visitor notices when the same forms go to another program at the lowest priority, which only reads them: the
 * machine's share of that attack, since attacker and server are on one.
 */
async function observeFormsElsewhere(rig: Rig, visitor: ChildProcess): Promise<void> {
  const other = fork(path.join(import.meta.dirname, 'attacks/discarding-server.ts'), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [port] = (await once(other, 'message')) as [number]
  const elsewhere = { ...rig, baseUrl: `http://127.0.0.1:${port}` }
  const seen = await observe(rig, visitor, async () => {
    await fieldsOfAMegabyte.run(elsewhere, AbortSignal.timeout(ATTACK_MS))
  })
  other.disconnect()
  rows.push(
    `| no attack, ${fieldsOfAMegabyte.name} to another program | ${seen.loopP99Ms.toFixed(0)} ms, at most ` +
      `${seen.loopMaxMs.toFixed(0)} ms | | ${seen.visits.p99Ms.toFixed(1)} ms | for comparison |`,
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

const rig = await startRig(PORT, { isProduction: true })
const visitor = await startVisitor()
// Strangers have machines of their own: their computing must not take processor time from those we watch.
os.setPriority(15)
await run(['chrt', '--all-tasks', '--idle', '--pid', '0', String(process.pid)])
try {
  const attacks: readonly Attack[] = [
    oneByteBodies,
    jsonBombs,
    oddPaths,
    hostileQueries,
    hostileCaptions(await aVideo(rig)),
    hostilePosts,
    fieldsOfAMegabyte,
    heavyProfilePicture,
    bombs(await listBombs()),
    videos,
    ...(isShort ? [] : [stalledBodies, slowReaders]),
    // Leaves the creator unable to start another upload.
    emptyReservations,
  ]
  // The first requests of a process are its slowest.
  await publishPicture(rig)
  await sleep(ATTACK_MS)
  const wanted = attacks.filter(({ name }) => name.includes(process.env['PROVE_ATTACK'] ?? ''))
  const proved: Proved[] = []
  for (const attack of wanted) proved.push(await prove(rig, visitor, attack))
  quietP99sMs.push((await observe(rig, visitor, () => sleep(ATTACK_MS))).visits.p99Ms)
  for (const each of proved) judge(each)
  if (!isShort) {
    await observeBusyMachine(rig, visitor)
    await observeFormsElsewhere(rig, visitor)
  }
} finally {
  visitor.disconnect()
  await rig.stop()
}
console.log(
  `\nA quiet visitor: p99 ${quietP99Ms().toFixed(1)} ms (${quietP99sMs.map((each) => each.toFixed(1)).join(', ')}).`,
)
console.log('\n| attack | event loop p99 | memory | visitor p99 | |\n|---|---:|---:|---:|---|')
for (const row of rows) console.log(row)
if (failed > 0) {
  console.log(`\n${failed} attacks do harm.`)
  process.exitCode = 1
}
