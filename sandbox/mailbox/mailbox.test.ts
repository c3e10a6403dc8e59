import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { type SendMailOptions, createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type Mailbox, startMailbox } from './server.ts'

let directory: string
let mailbox: Mailbox
let web: http.Server
let webUrl: string
let now: Date

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'mailbox-'))
  now = new Date('2026-11-20T21:48:00.123Z')
  mailbox = await startMailbox({ directory, port: 0, now: () => now })
  web = http.createServer((request, response) => {
    void mailbox.handle(request, response).then((isOwn) => isOwn || response.writeHead(418).end())
  })
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  const address = web.address()
  webUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})

afterEach(async () => {
  vi.unstubAllEnvs()
  web.closeAllConnections()
  web.close()
  await mailbox.close()
  await rm(directory, { recursive: true })
})

async function send(message: SendMailOptions): Promise<void> {
  const transport = createTransport(mailbox.smtpUrl)
  await transport.sendMail({
    from: 'Cheers <hello@cheers.localhost>',
    to: 'asha@example.com',
    text: 'Hi',
    ...message,
  })
  transport.close()
}

async function sendActivation(): Promise<void> {
  await send({
    to: '"Asha Rão" <asha@example.com>',
    subject: 'Willkommen, आशा — activate your account ✓',
    text: 'Open https://cheers.localhost/verify/abc_DEF-123?next=%2Fexplore. (Or https://cheers.localhost/help)\nBye',
    html: `<!doctype html><html><head><title>x</title></head><body><script>alert(1)</script>
      <a href="https://cheers.localhost/verify/abc_DEF-123?next=%2Fexplore">Activate</a>
      <a href="https://cheers.localhost/unsubscribe?a=1&amp;b=2">Stop</a> <a href="javascript:alert(2)">x</a></body></html>`,
  })
}

async function openPage(pathname: string): Promise<{ status: number; policy: string; page: string }> {
  const response = await fetch(webUrl + pathname)
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy') ?? '',
    page: await response.text(),
  }
}

describe('the local mailbox', () => {
  it('keeps a mail sent over SMTP: UTF-8 subject, text, HTML and the links in them', async () => {
    await sendActivation()
    const [summary] = await mailbox.list()
    expect(summary).toEqual({
      id: expect.stringMatching(/^00000001[0-9a-f]{8}$/),
      from: 'Cheers <hello@cheers.localhost>',
      to: ['asha@example.com'],
      subject: 'Willkommen, आशा — activate your account ✓',
      receivedAt: '2026-11-20T21:48:00.123Z',
    })
    const message = await mailbox.get(summary?.id ?? '')
    expect(message?.text).toContain('Bye')
    expect(message?.html).toContain('>Activate</a>')
    expect(message?.links).toEqual([
      'https://cheers.localhost/verify/abc_DEF-123?next=%2Fexplore',
      'https://cheers.localhost/help',
      'https://cheers.localhost/unsubscribe?a=1&b=2',
    ])
    expect(await readdir(directory)).toEqual([`20261120T214800123Z-${summary?.id}.eml`])
  })

  it('shows every envelope recipient, blind copies included, and the attachments', async () => {
    await send({
      to: ['asha@example.com', 'ravi@example.com'],
      bcc: 'meera@example.com',
      subject: 'Receipt',
      attachments: [{ filename: 'receipt.pdf', content: Buffer.alloc(3000), contentType: 'application/pdf' }],
    })
    const [summary] = await mailbox.list()
    expect(summary?.to).toEqual(['asha@example.com', 'ravi@example.com', 'meera@example.com'])
    expect((await mailbox.get(summary?.id ?? ''))?.attachments).toEqual([
      { name: 'receipt.pdf', type: 'application/pdf', bytes: 3000 },
    ])
    expect((await openPage(`/dev/mail/${summary?.id}`)).page).toContain('application/pdf, 3 KB')
  })

  it('lists the newest first even after the clock was set back, and across a restart', async () => {
    await send({ subject: 'First' })
    now = new Date('2026-01-01T00:00:00Z')
    await send({ subject: 'Second' })
    await mailbox.close()
    mailbox = await startMailbox({ directory, port: 0, now: () => now })
    await send({ subject: 'Third' })
    expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(['Third', 'Second', 'First'])
  })

  it('keeps the newest 500', async () => {
    for (let index = 1; index <= 502; index++) {
      const name = `20260101T000000000Z-${String(index).padStart(8, '0')}00000000.eml`
      await writeFile(path.join(directory, name), `Subject: ${index}\r\nTo: a@example.com\r\n\r\nx`)
    }
    await writeFile(path.join(directory, 'notes.txt'), 'not a mail')
    await mailbox.close()
    mailbox = await startMailbox({ directory, port: 0 })
    await send({ subject: 'Newest' })
    const mails = await mailbox.list()
    expect(mails).toHaveLength(500)
    expect([mails[0]?.subject, mails[499]?.subject]).toEqual(['Newest', '4'])
    expect(await readFile(path.join(directory, 'notes.txt'), 'utf8')).toBe('not a mail')
  })

  it('takes many mails at once and answers a mail over 10 MB with 552', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => send({ subject: `Mail ${index}` })))
    expect(await mailbox.list()).toHaveLength(20)
    await expect(send({ text: 'x'.repeat(80).concat('\n').repeat(140_000) })).rejects.toMatchObject({
      responseCode: 552,
    })
    expect(await mailbox.list()).toHaveLength(20)
  })

  it('refuses production and other networks, and moves when its port is taken', async () => {
    const blocker = net.createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const address = blocker.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const moved = await startMailbox({ directory, port })
    expect(moved.smtpUrl).toMatch(/^smtp:\/\/localhost:\d+$/)
    expect(moved.smtpUrl).not.toBe(`smtp://localhost:${port}`)
    await moved.close()
    blocker.close()
    await once(blocker, 'close')
    await expect(startMailbox({ directory, port: 0, host: '0.0.0.0' })).rejects.toThrow('loopback only')
    vi.stubEnv('NODE_ENV', 'production')
    await expect(startMailbox({ directory, port: 0 })).rejects.toThrow('does not run in production')
  })
})

describe('the mailbox page', () => {
  it('ignores other paths', async () => {
    for (const pathname of ['/', '/dev', '/dev/mailbox', '/dev/mail.jsonx']) {
      expect((await openPage(pathname)).status).toBe(418)
    }
    expect((await openPage('/dev/mail/0000000100000000')).status).toBe(404)
    expect((await openPage('/dev/mail/..%2f..%2fetc%2fpasswd')).status).toBe(404)
    expect((await fetch(`${webUrl}/dev/mail`, { method: 'POST' })).status).toBe(405)
  })

  it('says how the first mail arrives while there is none', async () => {
    const { page, policy } = await openPage('/dev/mail')
    expect(page).toContain('No mail yet.')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(page).not.toMatch(/<script(?! src="\/dev\/mail\/live\.js" defer><\/script>)|style="|onclick/)
    expect((await fetch(`${webUrl}/dev/mail/live.js`)).headers.get('content-type')).toContain(
      'text/javascript',
    )
    expect((await fetch(`${webUrl}/dev/mail/style.css`)).headers.get('content-type')).toContain('text/css')
  })

  it('lists mails, finds them by recipient and escapes their content', async () => {
    await send({ to: 'asha@example.com', subject: '<img src=x onerror=alert(1)>' })
    await send({ to: 'natasha@example.com', subject: 'For Natasha' })
    const { page } = await openPage('/dev/mail?to=ASHA@example.com')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).toContain('1 mail to ASHA@example.com')
    expect(page).not.toContain('For Natasha')
    expect((await openPage('/dev/mail?to=example.com')).page).toContain('2 mails')
    expect((await openPage('/dev/mail?to="><b>')).page).toContain('No mail to &quot;&gt;&lt;b&gt;.')
  })

  it('answers tests as JSON, with text and links', async () => {
    await sendActivation()
    await send({ to: 'ravi@example.com', subject: 'Other' })
    const response = await fetch(`${webUrl}/dev/mail.json?to=asha@example.com`)
    expect(await response.json()).toEqual({
      messages: [
        expect.objectContaining({
          to: ['asha@example.com'],
          text: expect.stringContaining('Bye'),
          links: expect.arrayContaining(['https://cheers.localhost/help']),
        }),
      ],
    })
  })

  it('shows a mail in a sandboxed frame whose links open in a new tab, and as text', async () => {
    await sendActivation()
    const [summary] = await mailbox.list()
    const message = await openPage(`/dev/mail/${summary?.id}`)
    expect(message.page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(message.page).toContain('href="https://cheers.localhost/unsubscribe?a=1&amp;b=2" target="_blank"')
    expect(message.page).not.toContain('javascript:')
    const framed = await openPage(`/dev/mail/${summary?.id}/html`)
    expect(framed.policy).toMatch(/default-src 'none'.*sandbox allow-popups allow-popups-to-escape-sandbox$/)
    expect(framed.policy).not.toContain('script')
    expect(framed.page).toContain('<head><base target="_blank">')
    const text = await openPage(`/dev/mail/${summary?.id}?view=text`)
    expect(text.page).toContain('Open https://cheers.localhost/verify/')
    expect(text.page).not.toContain('<iframe')
  })

  it('is emptied by DELETE', async () => {
    await send({ subject: 'Gone soon' })
    expect((await fetch(`${webUrl}/dev/mail`, { method: 'DELETE' })).status).toBe(204)
    expect(await mailbox.list()).toEqual([])
    expect(await readdir(directory)).toEqual([])
  })

  it('keeps working when its folder is deleted', async () => {
    await rm(directory, { recursive: true })
    expect((await openPage('/dev/mail')).page).toContain('No mail yet.')
    await rm(directory, { recursive: true })
    await send({ subject: 'After' })
    expect(await mailbox.list()).toMatchObject([{ subject: 'After' }])
  })
})
