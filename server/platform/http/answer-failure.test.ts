import net from 'node:net'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'

import { waitFor } from '#server/testing/wait-for.ts'

import { createLog } from '../log.ts'
import { answerFailure } from './answer-failure.ts'

test('a caller who hangs up in the middle of a body is not an error of ours; what fails meanwhile is', async () => {
  const log = createLog({ isProduction: false })
  const [error, info] = [vi.spyOn(log, 'error').mockReturnValue(), vi.spyOn(log, 'info').mockReturnValue()]
  const reading = Promise.withResolvers<unknown>()
  const app = Fastify()
  app.addContentTypeParser('application/offset+octet-stream', (_, body, done) => done(null, body))
  app.setErrorHandler((failure, request, reply) => answerFailure(failure, request, reply, log))
  app.patch('/read', async ({ raw }) => {
    for await (const piece of raw) reading.resolve(piece)
    return 'all of it'
  })
  app.patch('/fail', () => Promise.reject(new Error('the disk is full')))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as net.AddressInfo
  const begin = (path: string) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nhost: here\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: 100\r\n\r\nhalf`,
    )
    return socket
  }

  const left = begin('/read')
  await reading.promise
  left.destroy()
  await waitFor(() => expect(info).toHaveBeenCalledTimes(1))
  expect(error).not.toHaveBeenCalled()

  const failing = begin('/fail')
  await waitFor(() => expect(error).toHaveBeenCalledTimes(1))
  expect(info).toHaveBeenCalledTimes(1)
  failing.destroy()
  await app.close()
})

test('who finds no free connection in time is asked to come back; nothing is wrong with what they asked', async () => {
  const log = createLog({ isProduction: false })
  const error = vi.spyOn(log, 'error').mockReturnValue()
  const app = Fastify()
  app.setErrorHandler((failure, request, reply) => answerFailure(failure, request, reply, log))
  // As node-postgres says it.
  app.get('/', () => Promise.reject(new Error('timeout exceeded when trying to connect')))
  const { statusCode, body } = await app.inject('/')
  expect([statusCode, (JSON.parse(body) as { code: string }).code]).toEqual([503, 'unavailable'])
  expect(error).toHaveBeenCalledTimes(1)
})
