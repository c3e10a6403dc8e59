import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const SECRET = 'k3ep-th1s-0ut-0f-the-l0g'

/** The output of a process that logs by our rules. */
function logged(statement: string): string {
  const program = `import { createLog } from '#server/platform/log.ts'
    const secret = ${JSON.stringify(SECRET)}
    const log = createLog({ isProduction: true })
    ${statement}`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: path.join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  })
}

describe('an address in the log', () => {
  test('loses mailed tokens and everything after its question mark', () => {
    const addresses = [
      ['/api/auth/verify/abc-DEF_123', '/api/auth/verify/…'],
      ['/api/auth/verify/abc/', '/api/auth/verify/…'],
      ['/activate-account/abc', '/activate-account/…'],
      ['/api/confirm-follow/abc?x=1', '/api/confirm-follow/…'],
      ['/reset-password/abc?x=1', '/reset-password/…'],
      ['/api/auth/google/callback?code=abc&state=def', '/api/auth/google/callback?…'],
      ['/api/link-preview?url=https://secret.example', '/api/link-preview?…'],
      ['/explore?a\nb', '/explore?…'],
      ['/unsubscribe/0198-abc.newsletter.99ff', '/unsubscribe/…'],
      ['/preview/0198-abc', '/preview/…'],
      ['/feeds/abc/podcast.xml', '/feeds/…'],
      ['/feeds/abc/media/0198-abc.mp3', '/feeds/…'],
      ['/api/posts/preview/0198-abc?x=1', '/api/posts/preview/…'],
      ['/api/posts/preview/0198-abc/media/0199-def', '/api/posts/preview/…'],
      ['/Reset%2DPassword/abc', '/Reset-Password/…'],
      ['//x/reset-password/abc', '//x/reset-password/…'],
      [
        `/media/s/${'g'.repeat(74)}/0198c0de-0000-7000-8000-000000000000/hls/720.m4s`,
        '/media/s/…/0198c0de-0000-7000-8000-000000000000/hls/720.m4s',
      ],
      [`/media/takeout/${'t'.repeat(74)}`, '/media/takeout/…'],
      [`/anything/${'k'.repeat(43)}/else`, '/anything/…/else'],
      ['/explore#token=abc', '/explore#…'],
      ['/explore', '/explore'],
      ['/api/creator/creatorDetails/asha', '/api/creator/creatorDetails/asha'],
    ]
    const urls = JSON.stringify(addresses.map(([url]) => url))
    const lines = logged(`for (const url of ${urls}) log.info({ req: { id: '1', method: 'GET', url } })`)
    const entries: { req: { url: string } }[] = JSON.parse(`[${lines.trim().replaceAll('\n', ',')}]`)
    const written = entries.map(({ req }) => req.url)
    expect(written).toEqual(addresses.map(([, url]) => url))
  })
})

describe('the log', () => {
  test('loses tokens and grants wherever an address appears', () => {
    const lines = logged(`
      log.info({ path: '/reset-password/' + secret, status: 200 }, 'a kept page was sent')
      log.info({ url: '/media/takeout/' + secret }, 'an address')
      log.info({ referer: 'https://cheers.example/activate-account/' + secret }, 'where from')
      log.info({ req: { id: '1', method: 'GET', url: '/' }, headers: { referer: secret } }, 'where from')
      log.error({ err: new Error('GET https://api.example/x?code=' + secret + ' failed') }, 'an error')
      log.error({ err: new Error('GET /unsubscribe/' + secret + ' failed') }, 'an error')
    `)
    expect(lines.trim().split('\n')).toHaveLength(6)
    expect(lines).not.toContain(SECRET)
  })

  test('never holds anything that would let its reader act as someone else', () => {
    const lines = logged(`
      log.info({ req: { id: '1', method: 'GET', url: '/api/auth/verify/' + secret,
        headers: { authorization: 'Bearer ' + secret, cookie: 'cheers=' + secret } } }, 'a request')
      log.info({ res: { statusCode: 200, headers: { 'set-cookie': secret } } }, 'an answer')
      log.warn({ body: { password: secret, confirmPassword: secret, token: secret, idToken: secret,
        razorpay_signature: secret, email: 'nila@example.org' } }, 'a body')
    `)
    expect(lines).not.toContain(SECRET)
    const [request, answer, body] = lines
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(request).toMatchObject({
      msg: 'a request',
      req: { id: '1', method: 'GET', url: '/api/auth/verify/…' },
    })
    expect(answer).toMatchObject({ res: { statusCode: 200 } })
    expect(body).toMatchObject({
      body: { password: '[removed]', token: '[removed]', email: 'nila@example.org' },
    })
  })

  test('keeps the cause of an error, which is shown nowhere else', () => {
    const [line = ''] = logged(`log.error({ err: new Error('the disk is full') }, 'a request failed')`).split(
      '\n',
    )
    expect(JSON.parse(line)).toMatchObject({ msg: 'a request failed', err: { message: 'the disk is full' } })
  })
})

describe('lines of the log', () => {
  test('that wait are written, in order, with a warning, after a moment and at the exit', () => {
    const lines = logged(`
      import { writeSync } from 'node:fs'
      log.info('first')
      log.warn('second')
      writeSync(1, '{"msg":"after a warning"}\\n')
      log.info('third')
      await new Promise((resolve) => setTimeout(resolve, 1000))
      writeSync(1, '{"msg":"after a moment"}\\n')
      log.info('last')
    `)
    const entries: { msg: string }[] = JSON.parse(`[${lines.trim().replaceAll('\n', ',')}]`)
    const order = ['first', 'second', 'after a warning', 'third', 'after a moment', 'last']
    expect(entries.map(({ msg }) => msg)).toEqual(order)
  })

  test('that tell of requests are gathered', () => {
    const lines = logged(`
      import { writeSync } from 'node:fs'
      log.info('a request')
      writeSync(1, '{"msg":"before it"}\\n')
    `)
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    ).toEqual(['before it', 'a request'])
  })
})
