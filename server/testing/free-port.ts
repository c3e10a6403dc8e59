import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port on loopback that nobody listens on; whoever takes it soon after has it. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return address.port
}
