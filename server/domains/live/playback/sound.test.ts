import { afterAll, beforeAll, expect, test } from 'vitest'

import { publishedSeconds } from '#server/platform/rtmp/rtmp-testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aFragment, anInit, broadcastDesk } from '../broadcasts/broadcast-testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a session can be heard without its pictures, by who may see them', async () => {
  const desk = await broadcastDesk(app, 'asha')
  const id = await desk.aSession()
  const { init, segments } = publishedSeconds(3)
  const line = await desk.aLine(id, init)
  for (const [seq, bytes] of segments.entries()) await desk.send(line, seq, bytes)
  const player = await desk.aPlayer(id, (await desk.aPerson()).as)
  for (const name of ['live.m3u8', 'all.m3u8'])
    expect(await (await player.get(`sound/${name}`)).text()).toBe(await (await player.get(name)).text())
  const sizeOf = async (name: string) => {
    const answer = await player.get(name)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mp4'])
    return (await answer.arrayBuffer()).byteLength
  }
  expect(await sizeOf(`sound/init-${line}.mp4`)).toBeLessThan(init.length)
  expect(await sizeOf('sound/1.m4s')).toBeLessThan((segments[1]?.length ?? 0) / 20)
  const stranger = (await desk.aPerson()).as
  for (const name of ['sound/live.m3u8', 'sound/1.m4s', `sound/init-${line}.mp4`])
    for (const by of [stranger, null]) expect((await player.get(name, by)).status).toBe(404)
})

test('what can’t be read has no sound', async () => {
  const desk = await broadcastDesk(app, 'imani')
  const id = await desk.aSession()
  const line = await desk.aLine(id, anInit())
  await desk.send(line, 0, aFragment())
  const player = await desk.aPlayer(id, (await desk.aPerson()).as)
  for (const name of ['sound/0.m4s', `sound/init-${line}.mp4`, 'sound/1.m4s'])
    expect((await player.get(name)).status).toBe(404)
})
