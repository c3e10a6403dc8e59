import { LogController } from 'fastify'

/**
 * One line in the log for each request, once its outcome is known. Fastify writes two; taking secrets out of a line
 * costs more than writing it.
 */
export function requestLines(): LogController {
  const lines = new LogController()
  lines.incomingRequest = () => undefined
  lines.requestCompleted = (error, request, reply) => {
    const ended = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) reply.log.error({ ...ended, err: error }, 'request errored')
    else reply.log.info(ended, 'request completed')
  }
  return lines
}
