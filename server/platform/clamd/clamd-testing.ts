import net from 'node:net'
import { once } from 'node:events'

import { findFreePort } from '#server/testing/free-port.ts'

/** A clamd that knows one virus: any file with this word in it. */
export const VIRUS = 'EVIL-BYTES'

/**
 * Speaks INSTREAM as clamd 1.0 does: reads chunks until an empty one and answers, or answers early when a file is longer
 * than it takes. Then it closes at once, as clamd does, which may reset the connection before the answer is read; one
 * that `lingers` reads on until the sender has read the answer.
 */
export async function startClamdStandIn({ maxBytes = 1_000_000, lingers = false } = {}) {
  const port = await findFreePort()
  const seen: number[] = []
  let server = listen()

  function listen(): net.Server {
    return net
      .createServer((socket) => answer(socket, { maxBytes, lingers, note: (bytes) => seen.push(bytes) }))
      .listen(port, '127.0.0.1')
  }
  await once(server, 'listening')
  return {
    url: `tcp://127.0.0.1:${port}`,
    /** How long each scanned file was. */
    seen,
    async stop() {
      server.close()
      await once(server, 'close')
    },
    async startAgain() {
      server = listen()
      await once(server, 'listening')
    },
  }
}

function answer(
  socket: net.Socket,
  { maxBytes, lingers, note }: { maxBytes: number; lingers: boolean; note: (bytes: number) => void },
): void {
  let rest: Buffer = Buffer.alloc(0)
  let isBegun = false
  let isOver = false
  const file: Buffer[] = []
  const say = (text: string) => {
    socket.end(`${text}\0`)
  }
  socket.on('error', () => undefined)
  socket.on('data', (bytes: Buffer) => {
    if (isOver) return
    rest = Buffer.concat([rest, bytes])
    if (!isBegun) {
      const command = 'zINSTREAM\0'
      if (rest.length < command.length) return
      if (rest.subarray(0, command.length).toString('latin1') !== command) {
        say('UNKNOWN COMMAND')
        return
      }
      isBegun = true
      rest = rest.subarray(command.length)
    }
    while (rest.length >= 4) {
      const length = rest.readUInt32BE()
      if (rest.length < 4 + length) return
      file.push(rest.subarray(4, 4 + length))
      rest = rest.subarray(4 + length)
      const whole = Buffer.concat(file)
      if (whole.length > maxBytes) {
        isOver = true
        if (lingers) socket.write('INSTREAM size limit exceeded. ERROR\0')
        else say('INSTREAM size limit exceeded. ERROR')
        return
      }
      if (length > 0) continue
      note(whole.length)
      say(whole.includes(VIRUS) ? 'stream: Evil.Test FOUND' : 'stream: OK')
    }
  })
}
