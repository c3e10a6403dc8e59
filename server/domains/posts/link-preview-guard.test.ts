import tls from 'node:tls'

import { describe, expect, it } from 'vitest'

import { isPublicAddress } from '#server/platform/outgoing/pinned-request.ts'

import { answerHtml, rigsOfTest } from './link-preview-testing.ts'
import { fetchLinkPreview } from './link-preview.ts'

const { startRig, listen } = rigsOfTest()

describe('a link preview never connects to an address that is not public', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    'localhost',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '①②⑦.⓪.⓪.①',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '10.0.0.1',
    '100.100.100.200',
    '172.16.0.1',
    '192.168.0.1',
    '192.0.0.192',
    '168.63.129.16',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
  ]
  it.each(hosts)('%s', async (host) => {
    const rig = await startRig(answerHtml('<title>secret</title>'))
    const result = await fetchLinkPreview(`http://${host}:${rig.port}/`, { allowedPorts: [rig.port] })
    expect(result).toEqual({ ok: false, reason: 'blocked' })
    expect(rig.connections()).toBe(0)
  })

  // Which of these a machine resolves at all is up to the machine.
  it.each(['localhost.', 'rig.localhost', 'ip6-localhost'])('%s', async (host) => {
    const rig = await startRig(answerHtml('<title>secret</title>'))
    const result = await fetchLinkPreview(`http://${host}:${rig.port}/`, { allowedPorts: [rig.port] })
    expect(result.ok).toBe(false)
    expect(rig.connections()).toBe(0)
  })

  it.each(['gopher', 'file', 'ftp', 'ws', 'data', 'javascript'])('%s: addresses', async (scheme) => {
    const rig = await startRig(answerHtml('<title>secret</title>'))
    const result = await fetchLinkPreview(`${scheme}://127.0.0.1:${rig.port}/`, rig.options)
    expect(result).toEqual({ ok: false, reason: 'bad_url' })
    expect(rig.connections()).toBe(0)
  })

  it('refuses other ports, credentials and anything that is not an address', async () => {
    const rig = await startRig(answerHtml('<title>secret</title>'))
    const { isAllowedAddress } = rig.options
    expect(await fetchLinkPreview(rig.url, { isAllowedAddress })).toEqual({ ok: false, reason: 'blocked' })
    for (const url of [
      `http://example.com@127.0.0.1:${rig.port}/`,
      `http://:pw@127.0.0.1:${rig.port}/`,
      'nonsense',
      '',
    ]) {
      expect(await fetchLinkPreview(url, rig.options)).toEqual({ ok: false, reason: 'bad_url' })
    }
    expect(rig.connections()).toBe(0)
  })

  it('refuses a name with one private address among public ones', async () => {
    const rig = await startRig(answerHtml('<title>secret</title>'))
    const result = await fetchLinkPreview(`http://mixed.example:${rig.port}/`, {
      allowedPorts: [rig.port],
      resolve: async () => [
        { address: '93.184.215.14', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    })
    expect(result).toEqual({ ok: false, reason: 'blocked' })
    expect(rig.connections()).toBe(0)
  })

  it('asks a rebinding name server once and connects only to the answer it checked', async () => {
    const rig = await startRig(answerHtml('<title>secret</title>'))
    // 127.0.0.2 plays the public address: nothing listens there, so a connection can only be the checked one.
    const answers = ['127.0.0.2', '127.0.0.1']
    let questions = 0
    const result = await fetchLinkPreview(`http://rebind.example:${rig.port}/`, {
      allowedPorts: [rig.port],
      isAllowedAddress: (address) => address === '127.0.0.2',
      resolve: async () => [{ address: answers[Math.min(questions++, 1)] ?? '', family: 4 }],
    })
    expect(result).toEqual({ ok: false, reason: 'unreachable' })
    expect(questions).toBe(1)
    expect(rig.connections()).toBe(0)
  })

  it('checks the second answer of a rebinding name server again after a redirect', async () => {
    const rig = await startRig((_request, response) => {
      response.writeHead(302, { location: `http://rebind.example:${rig.port}/second` }).end()
    })
    let questions = 0
    const result = await fetchLinkPreview(`http://rebind.example:${rig.port}/first`, {
      ...rig.options,
      resolve: async () => [{ address: questions++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }],
    })
    expect(result).toEqual({ ok: false, reason: 'blocked' })
    expect(rig.paths).toEqual(['/first'])
  })

  it.each([
    'http://[::1]:PORT/',
    'http://2130706433:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    '//0.0.0.0:PORT/',
    'http://user:pw@example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/',
    'http://example.com:22/',
  ])('refuses a redirect to %s', async (location) => {
    const inner = await startRig(answerHtml('<title>secret</title>'))
    const outer = await startRig((_request, response) => {
      response.writeHead(302, { location: location.replace('PORT', String(inner.port)) }).end()
    })
    const result = await fetchLinkPreview(`http://public.example:${outer.port}/`, {
      allowedPorts: [outer.port, inner.port, 80],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      isAllowedAddress: (address, family) =>
        // Only the first hop may reach the loopback rig; every later one meets the real rule.
        outer.connections() === 0 || isPublicAddress(address, family),
    })
    expect(result).toEqual({ ok: false, reason: 'blocked' })
    expect(outer.connections()).toBe(1)
    expect(inner.connections()).toBe(0)
  })

  it('tells public addresses from the others', () => {
    for (const address of [
      '8.8.8.8',
      '1.1.1.1',
      '93.184.215.14',
      '172.32.0.1',
      '100.128.0.1',
      '198.20.0.1',
    ]) {
      expect(isPublicAddress(address, 4), address).toBe(true)
    }
    for (const address of ['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888']) {
      expect(isPublicAddress(address, 6), address).toBe(true)
    }
    for (const address of [
      '2001::1',
      '2001:db8::1',
      '3fff::1',
      '2001:2::1',
      '2001:20::1',
      '5f00::1',
      'ff02::1',
      '100::1',
    ]) {
      expect(isPublicAddress(address, 6), address).toBe(false)
    }
    expect(isPublicAddress('fe80::1%eth0', 6)).toBe(false)
    expect(isPublicAddress('8.8.8.8', 6)).toBe(false)
    expect(isPublicAddress('example.com', 4)).toBe(false)
  })

  it('still checks the certificate for the host name when the address is pinned', async () => {
    const names: string[] = []
    const server = tls.createServer({
      SNICallback: (name, callback) => {
        names.push(name)
        callback(new Error('no certificate'))
      },
    })
    server.on('tlsClientError', () => {})
    const port = await listen(server)
    const result = await fetchLinkPreview(`https://shop.example:${port}/`, {
      allowedPorts: [port],
      isAllowedAddress: () => true,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    expect(result).toEqual({ ok: false, reason: 'unreachable' })
    expect(names).toEqual(['shop.example'])
  })
})
