import http from 'node:http'

/* Reads whatever is sent to it, and refuses it: what a body costs the machine before any server does something with it. */

const server = http.createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(413).end())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  process.send?.(address.port)
})
process.once('disconnect', () => process.exit(0))
