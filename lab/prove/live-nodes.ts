import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { initPath, segmentPath } from '#contract/live/broadcast-rules.ts'
import { aFragment, anInit } from '#server/domains/live/broadcasts/broadcast-testing.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'
import type { TestSession } from '#server/testing/app-on-database.ts'
import { startSwift } from '#server/testing/swift/start-swift.ts'

import { openToolDatabase } from '#scripts/tool-database.ts'
import { type BroadcastNode, openPair, type Pair } from './live/node-pair.ts'
import { hashOf, readWhole, watch } from './live/watching.ts'

/*
 * A broadcast over two nodes, one of which is killed without a warning while it takes the picture; then another one joins, and
 * the second is killed, too. Who watches, at whichever node is there, gets something new at least every ten seconds, and what
 * was acknowledged is there in the end, in order and as it was sent: from a browser and from streaming software, with the
 * store on a disk that the nodes share and at an S3 server. `node lab/prove/live-nodes.ts`, or with `short` one
 * of each.
 */

const isShort = process.argv[2] === 'short'
const GAP_MAX_MS = 10_000
const SEGMENT_MS = 1000
const SEGMENT_BYTES = 200_000
/**
 * When the first is killed, when another one starts, when the second is killed, and how long it lasts: software makes a
 * segment each two seconds, and more than ten have to be there however quickly nodes come back.
 */
const PLAN_MS = { kill: 5000, join: 1000, killAgain: 7000, end: 16_000 }
/** OBS waits so long before it comes back. */
const ENCODER_RETURNS_MS = 2000
const PAUSE_MS = 250

interface Broadcasting {
  /** What was acknowledged, by number; null where that isn't known. */
  acknowledged: Map<number, string> | null
  /** The node that takes the picture at the moment. */
  node: () => BroadcastNode | undefined
  stop: () => Promise<void>
}

async function aSession(pair: Pair, owner: TestSession, video: 'browser' | 'rtmp'): Promise<string> {
  const everyone = { reach: 'everyone', planIds: [], isExact: false, fromAt: null, untilAt: null }
  const { liveSessionId = '' } = await pair.call(owner, 'POST', '/live-sessions', {
    clientKey: crypto.randomUUID(),
    title: 'Over two nodes',
    text: '',
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
    audience: [everyone],
    questions: 'off',
    anonymousAllowed: false,
    replay: 'none',
    video,
  })
  await pair.call(owner, 'POST', `/live-sessions/${liveSessionId}/move`, { move: 'open' })
  return liveSessionId
}

/** Sends as the studio does: in order, each until it is taken, to the next node where one doesn't answer. */
async function fromBrowser(pair: Pair, owner: TestSession, liveSessionId: string): Promise<Broadcasting> {
  const acknowledged = new Map<number, string>()
  let node = pair.nodes[0]
  const over = new AbortController()
  const picture = { mime: 'video/mp4; codecs="avc1.42c01f,mp4a.40.2"', width: 1280, height: 720 }
  const begin = { clientKey: crypto.randomUUID(), ...picture }
  const { broadcastId = '' } = await pair.call(
    owner,
    'POST',
    `/live-sessions/${liveSessionId}/broadcasts`,
    begin,
  )
  await pair.ask(owner, 'PUT', initPath(broadcastId), anInit())
  const sending = send()

  /** Whether it was taken before the broadcast was over. */
  async function put(seq: number, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    while (!over.signal.aborted) {
      if (node && !pair.nodes.includes(node)) node = pair.nodes[0]
      const at = segmentPath(broadcastId, seq, SEGMENT_MS)
      const answer = await pair.ask(owner, 'PUT', at, bytes, node ?? null)
      if (answer?.ok) return true
      if (answer) throw new Error(`Segment ${seq}: ${answer.status} ${await answer.text()}`)
      await sleep(PAUSE_MS)
    }
    return false
  }

  async function send(): Promise<void> {
    const beganAt = performance.now()
    for (let seq = 0; !over.signal.aborted; seq += 1) {
      const bytes = aFragment(SEGMENT_BYTES)
      if (await put(seq, bytes)) acknowledged.set(seq, hashOf(bytes))
      await sleep(Math.max(0, beganAt + (seq + 1) * SEGMENT_MS - performance.now()))
    }
  }

  return {
    acknowledged,
    node: () => node,
    async stop() {
      over.abort()
      await sending
    },
  }
}

/** A real encoder, which comes back to a node that is there when its line breaks. */
async function fromSoftware(pair: Pair, owner: TestSession): Promise<Broadcasting> {
  const { key = '' } = await pair.call(owner, 'POST', '/user/stream-key')
  let node = pair.nodes[0]
  let isOver = false
  let encoder = connect()

  function connect(): ChildProcess {
    const input = '-v error -re -f lavfi -i testsrc2=size=640x360:rate=30 -re -f lavfi -i sine=440'
    const codecs =
      '-c:v libx264 -preset ultrafast -g 60 -bf 2 -pix_fmt yuv420p -c:a aac -ar 48000 -f flv -flvflags no_duration_filesize'
    const url = `rtmp://127.0.0.1:${node?.rtmpPort}/live/${key}`
    const child = spawn('ffmpeg', [...input.split(' '), ...codecs.split(' '), url], { stdio: 'ignore' })
    child.once('exit', () => void comeBack())
    return child
  }

  async function comeBack(): Promise<void> {
    await sleep(ENCODER_RETURNS_MS)
    if (isOver) return
    node = pair.nodes[0]
    encoder = connect()
  }

  return {
    acknowledged: null,
    node: () => node,
    async stop() {
      isOver = true
      encoder.kill('SIGKILL')
    },
  }
}

/** One broadcast; answers what is wrong. */
async function broadcast(
  pair: Pair,
  { owner, viewer }: { owner: TestSession; viewer: TestSession },
  kind: 'browser' | 'rtmp',
  name: string,
): Promise<string[]> {
  const liveSessionId = await aSession(pair, owner, kind)
  const sender =
    kind === 'browser' ? await fromBrowser(pair, owner, liveSessionId) : await fromSoftware(pair, owner)
  const { url = '' } = await pair.call(viewer, 'POST', `/live-sessions/${liveSessionId}/players`)
  const stopping = new AbortController()
  const watching = watch(pair, viewer, url, stopping.signal)

  for (const waitMs of [PLAN_MS.kill, PLAN_MS.killAgain]) {
    await sleep(waitMs)
    const taking = sender.node()
    if (taking) await pair.kill(taking)
    await sleep(PLAN_MS.join)
    await pair.start()
  }
  await sleep(PLAN_MS.end)
  await sender.stop()
  await sleep(2000)
  stopping.abort()
  const { longestGapMs, hashes } = await watching
  const { seqs, lines } = await readWhole(pair, viewer, url)
  await pair.call(owner, 'POST', `/live-sessions/${liveSessionId}/move`, { move: 'end' })

  const sent = sender.acknowledged
  const lost = [...(sent ?? hashes)].filter(([seq, hash]) => hashes.get(seq) !== hash || !seqs.includes(seq))
  const isInOrder = seqs.every((seq, index) => seq === index)
  console.log(
    `${name}: ${seqs.length} segments over ${lines} lines${sent ? `, ${sent.size} acknowledged, ${lost.length} lost` : ''}; ` +
      `two nodes killed; nothing new for at most ${(longestGapMs / 1000).toFixed(1)} s of ${GAP_MAX_MS / 1000}`,
  )
  return [
    ...(longestGapMs > GAP_MAX_MS ? [`${name}: nothing new for ${longestGapMs} ms`] : []),
    ...(lost.length > 0
      ? [`${name}: segments were lost or changed: ${lost.map(([seq]) => seq).join(', ')}`]
      : []),
    ...(isInOrder && seqs.length > 10 ? [] : [`${name}: numbers are missing, or there are few`]),
  ]
}

async function onStore(store: Record<string, string>, kinds: readonly ('browser' | 'rtmp')[], name: string) {
  const database = await openToolDatabase()
  const pair = openPair(database.url, store)
  const problems: string[] = []
  try {
    const first = await pair.start()
    await pair.start()
    const people = await pair.makePeople(first)
    for (const kind of kinds)
      problems.push(
        ...(await broadcast(pair, people, kind, `${kind === 'rtmp' ? 'software' : kind}, ${name}`)),
      )
  } finally {
    await pair.stop()
    await database.close()
  }
  return problems
}

const canEncode = hasPrograms('ffmpeg')
const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-live-nodes-'))
const swift = await startSwift()
const all = canEncode ? (['browser', 'rtmp'] as const) : (['browser'] as const)
const problems: string[] = []
try {
  if (swift)
    problems.push(...(await onStore({ STORAGE_URL: swift.storageUrl }, isShort ? ['browser'] : all, 'S3')))
  const onDisk = isShort && swift && canEncode ? (['rtmp'] as const) : all
  problems.push(...(await onStore({ DATA_DIR: folder }, onDisk, 'disk')))
} finally {
  await swift?.stop()
  await fs.rm(folder, { recursive: true, force: true })
}
for (const problem of problems) console.log(`FAILS  ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
