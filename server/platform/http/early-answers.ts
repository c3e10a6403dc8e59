import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Answers a request at once, and logs it; or leaves it to everyone else by answering false. */
type EarlyAnswer = (request: FastifyRequest, reply: FastifyReply) => boolean

const answers = new WeakMap<FastifyInstance, EarlyAnswer[]>()
const answered = new WeakSet<FastifyRequest>()

/** Makes the hook that runs before all others; so it has to be the first one that is added. */
export function takeEarlyAnswers(app: FastifyInstance): EarlyAnswer[] {
  const early: EarlyAnswer[] = []
  answers.set(app, early)
  app.addHook('onRequest', (request, reply, done) => {
    if (early.some((answer) => answer(request, reply))) answered.add(request)
    else done()
  })
  return early
}

/** Adds an answer that needs nothing of what is done for other requests: no limits, cookies or headers. */
export function answerEarly(app: FastifyInstance, answer: EarlyAnswer): void {
  const early = answers.get(app) ?? takeEarlyAnswers(app)
  early.push(answer)
}

/** Whether a request was answered before anything was done for it. */
export function isAnsweredEarly(request: FastifyRequest): boolean {
  return answered.has(request)
}
