import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aTone } from '#server/domains/media/testing.ts'
import { type CachingProxy, startCachingProxy } from '#server/testing/caching-proxy.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'

import { blobOf, expectNoBytes, fetchAs, startMediaTest } from './media-testing.ts'

describe.runIf(hasPrograms('nginx'))('behind a shared cache', () => {
  let rig: Awaited<ReturnType<typeof startMediaTest>>
  let proxy: CachingProxy

  beforeAll(async () => {
    rig = await startMediaTest()
    proxy = await startCachingProxy(rig.app.baseUrl)
  })
  afterAll(async () => {
    await proxy.stop()
    await rig.app.close()
  })

  async function keptFiles(): Promise<Buffer[]> {
    const entries = await fs.readdir(proxy.cacheFolder, { withFileTypes: true })
    return Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => fs.readFile(path.join(entry.parentPath, entry.name))),
    )
  }

  test("members' media are never kept: after a member, a stranger gets nothing", async () => {
    const through = { baseUrl: rig.app.baseUrl, throughUrl: proxy.baseUrl }
    const { body } = await rig.publish({ audio: blobOf(aTone(2)) }, { planId: rig.planId })
    const url = (await rig.postSeenBy(rig.ravi, body.post._id)).audio
    for (const headers of [{}, {}, { range: 'bytes=0-99' }] as Record<string, string>[]) {
      const answer = await fetchAs(through, rig.ravi, url, { headers })
      expect([answer.headers.get('x-cache'), (await answer.text()).slice(0, 4)]).toEqual(['MISS', 'RIFF'])
    }
    for (const stranger of [null, rig.meera, rig.asha]) await expectNoBytes(through, stranger, url)
    expect((await keptFiles()).some((kept) => kept.includes('RIFF'))).toBe(false)
  })

  test("a member's posts are not kept either", async () => {
    const list = `${proxy.baseUrl}/api/post/getPostsByPageHandle/asha`
    const cookie = `cheers-${new URL(rig.app.baseUrl).port}=${rig.ravi.cookie}`
    const asked = await fetch(list, { headers: { authorization: `Bearer ${rig.ravi.token}`, cookie } })
    expect(await asked.text()).toContain('/media/s/')
    const told = await (await fetch(list)).text()
    expect(told).not.toContain('/media/s/')
  })

  test('free media are kept, byte for byte, for ten minutes', async () => {
    const through = { baseUrl: rig.app.baseUrl, throughUrl: proxy.baseUrl }
    const tone = aTone(1)
    const { body } = await rig.publish({ audio: blobOf(tone) })
    const answers: (string | null)[] = []
    for (const headers of [{}, {}, { range: 'bytes=10-19' }] as Record<string, string>[]) {
      const answer = await fetchAs(through, null, body.post.audio, { headers })
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.equals('range' in headers ? tone.subarray(10, 20) : tone)).toBe(true)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=600, immutable')
      answers.push(answer.headers.get('x-cache'))
    }
    expect(answers).toEqual(['MISS', 'HIT', 'HIT'])
  })
})
