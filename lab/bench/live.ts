import fs from 'node:fs/promises'
import path from 'node:path'

import { askOnce, load } from './http-load.ts'
import type { LiveServer } from './live-server.ts'
import { startNginx } from './nginx.ts'
import { end, inTemporaryFolder, judge, judgeAtLeast, median, skip, startRole } from './side-by-side.ts'

/*
 * How fast those who watch a live session are answered, each request asked about by who sends it, while a segment comes each
 * second, compared with an nginx that gives the same files to anybody: `node lab/bench/live.ts`. They take turns. Each viewer
 * asks for the playlist, then for the newest segment, over a connection of its own.
 */

const CHEERS_PORT = 3553
const NGINX_PORT = 3554
const VIEWERS = 500
/** A second at 2.5 Mbit/s. */
const SEGMENT_BYTES = 312_500
const ROUNDS = 5
const ROUND_MS = 3000

await inTemporaryFolder(async (folder) => {
  const file = path.join(import.meta.dirname, 'live-server.ts')
  const cheers = await startRole(file, String(CHEERS_PORT), folder, String(VIEWERS), String(SEGMENT_BYTES))
  const { viewers, newest } = cheers.said as LiveServer
  const requestOf = (at: string, cookie = '') => `GET ${at} HTTP/1.1\r\nhost: localhost\r\n${cookie}\r\n`
  const ours = viewers.map(({ path: at, cookie }) => [
    requestOf(`${at}/live.m3u8`, `cookie: ${cookie}\r\n`),
    requestOf(`${at}/${newest}.m4s`, `cookie: ${cookie}\r\n`),
  ])
  const [playlist = '', segment = ''] = ours[0] ?? []
  await fs.writeFile(path.join(folder, 'live.m3u8'), (await askOnce(CHEERS_PORT, playlist)).body)
  await fs.writeFile(path.join(folder, 'newest.m4s'), (await askOnce(CHEERS_PORT, segment)).body)
  const nginx = await startNginx(folder, { port: NGINX_PORT, file: 'live.m3u8' })
  try {
    if (!nginx) return skip('live sessions', 'there is no nginx here (Debian: apt-get install nginx-light)')
    const theirs = viewers.map(() => [requestOf('/live.m3u8'), requestOf('/newest.m4s')])
    // Everybody's first request asks the database who they are.
    await load(CHEERS_PORT, ours, ROUND_MS)
    await load(NGINX_PORT, theirs, ROUND_MS)
    const rounds: { ours: number; theirs: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        ours: await load(CHEERS_PORT, ours, ROUND_MS),
        theirs: await load(NGINX_PORT, theirs, ROUND_MS),
      })
    const own = median(rounds.map((round) => round.ours))
    console.log(`${VIEWERS} viewers, playlist and segment in turns, ${ROUNDS} rounds`)
    console.log(
      `nginx                    ${median(rounds.map((round) => round.theirs)).toFixed(0)} requests/s`,
    )
    console.log(`Cheers                   ${own.toFixed(0)} requests/s`)
    judge('live, 500 viewers: Cheers / nginx', median(rounds.map((round) => round.ours / round.theirs)), 0.4)
    // Each asks for both once a second.
    judgeAtLeast('live, answers a second', own, 2 * VIEWERS, 'requests/s')
  } finally {
    if (nginx) await end(nginx)
    await cheers.stop()
  }
})
