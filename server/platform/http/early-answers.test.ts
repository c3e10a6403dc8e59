import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { answerEarly, takeEarlyAnswers } from './early-answers.ts'
import { requestLines } from './request-lines.ts'

test('an early answer runs before everything else, is counted, and writes its own line of the log', async () => {
  const lines: string[] = []
  const ran: string[] = []
  const app = Fastify({
    logger: { stream: { write: (line: string) => void lines.push(line) } },
    logController: requestLines(),
  })
  takeEarlyAnswers(app)
  app.addHook('onRequest', async ({ url }) => void ran.push(`hook ${url}`))
  app.addHook('onResponse', async ({ url }) => void ran.push(`counted ${url}`))
  app.get('/*', async () => 'late')
  answerEarly(app, ({ url }, reply) => {
    if (url !== '/early') return false
    reply.hijack()
    reply.raw.end('early')
    return true
  })
  expect((await app.inject('/early')).body).toBe('early')
  expect((await app.inject('/other')).body).toBe('late')
  expect(ran).toEqual(['counted /early', 'hook /other', 'counted /other'])
  expect(lines.filter((line) => line.includes('request completed'))).toHaveLength(1)
  await app.close()
})
