import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import type { Server } from 'node:net'
import { afterEach } from 'vitest'

import type { LinkPreviewOptions } from './link-preview.ts'

export interface PreviewRig {
  port: number
  url: string
  /** TCP connections accepted, whatever was sent over them. */
  connections: () => number
  paths: string[]
  /** Lets the loopback rig through and nothing else. */
  options: LinkPreviewOptions
  close: () => Promise<void>
}

/** Listens on a free loopback port (or the given one) and answers the port. */
async function listenOnLoopback(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP server')
  return address.port
}

/** A web server on both loopback addresses that counts its connections. */
export async function startPreviewRig(answer: RequestListener): Promise<PreviewRig> {
  const paths: string[] = []
  let accepted = 0
  function openServer(): http.Server {
    const server = http.createServer((request, response) => {
      paths.push(request.url ?? '')
      answer(request, response)
    })
    return server.on('connection', () => {
      accepted += 1
    })
  }
  const servers = [openServer(), openServer()]
  const [v4, v6] = servers
  if (v4 === undefined || v6 === undefined) throw new Error('no rig')
  const port = await listenOnLoopback(v4)
  // A machine without IPv6 has no second loopback to guard.
  await listenOnLoopback(v6, port, '::1').catch(() => null)
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    connections: () => accepted,
    paths,
    options: { allowedPorts: [port], isAllowedAddress: (address) => address === '127.0.0.1' },
    close: async () => {
      for (const server of servers.filter((each) => each.listening)) {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      }
    },
  }
}

/** Answers every request with one page. */
export function answerHtml(html: string | Buffer, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(html)
  }
}

/** Rigs and servers of one test, closed after it. */
export function rigsOfTest(): {
  startRig: (answer: RequestListener) => Promise<PreviewRig>
  listen: (server: Server) => Promise<number>
} {
  const cleanups: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup()
  })
  return {
    startRig: async (answer) => {
      const rig = await startPreviewRig(answer)
      cleanups.push(rig.close)
      return rig
    },
    listen: async (server) => {
      cleanups.push(async () => {
        server.close()
        await once(server, 'close')
      })
      return await listenOnLoopback(server)
    },
  }
}
