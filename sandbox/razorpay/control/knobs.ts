import type { Wire } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import {
  defaultKnobs,
  FAILURE_MODES,
  type FailureMode,
  type Knobs,
  type PlannedFailure,
} from '../core/knobs.ts'
import { isRecord } from '../http/exchange.ts'
import {
  allowKeys,
  findFlag,
  findInteger,
  findObject,
  findText,
  requireText,
  type Fields,
} from '../http/fields.ts'
import type { Running } from './running.ts'

const PROBABILITIES = ['duplicateProbability', 'dropProbability', 'forgeProbability'] as const
const COUNTS = {
  reorderWindow: 10_000,
  delayMs: 60_000,
  concurrency: 64,
  stallMs: 120_000,
  refundDays: 60,
  debitAheadHours: 36,
} as const

function readShare(name: string, value: unknown): number {
  const share = typeof value === 'string' ? Number(value) : value
  if (typeof share !== 'number' || !(share >= 0 && share <= 1)) {
    throw badRequest(`The ${name} is a number from 0 to 1.`, name)
  }
  return share
}

function readMode(text: string): FailureMode {
  const mode = FAILURE_MODES.find((known) => known === text)
  if (mode === undefined) throw badRequest(`The mode is one of ${FAILURE_MODES.join(', ')}.`, 'mode')
  return mode
}

/** "failNext": a mode alone, or { mode, times, method, pathIncludes }. */
function readPlanned(value: unknown): PlannedFailure {
  if (typeof value === 'string') return { mode: readMode(value), times: 1, method: null, pathIncludes: null }
  if (!isRecord(value)) throw badRequest('failNext is a mode or an object.', 'failNext')
  allowKeys(value, ['mode', 'times', 'method', 'pathIncludes'])
  return {
    mode: readMode(requireText(value, 'mode')),
    times: findInteger(value, 'times') ?? 1,
    method: findText(value, 'method'),
    pathIncludes: findText(value, 'pathIncludes'),
  }
}

function readRates(value: Fields): Knobs['failureRates'] {
  const rates: Knobs['failureRates'] = {}
  for (const [mode, share] of Object.entries(value)) rates[readMode(mode)] = readShare(mode, share)
  return rates
}

function readRefundOutcome(text: string): Knobs['refundOutcome'] {
  if (text !== 'processed' && text !== 'pending' && text !== 'failed') {
    throw badRequest('The refund outcome is processed, pending or failed.', 'refundOutcome')
  }
  return text
}

/** Changes only the knobs that are named; {"reset": true} resets all of them first. */
export function setKnobs(running: Running, body: Fields): Wire {
  const names = [
    ...PROBABILITIES,
    ...Object.keys(COUNTS),
    'seed',
    'refundOutcome',
    'refusedCurrency',
    'failNext',
    'failureRates',
    'reset',
  ]
  allowKeys(body, names)
  const { state } = running.context
  const knobs: Knobs = findFlag(body, 'reset') === true ? defaultKnobs() : structuredClone(state.knobs)
  for (const name of PROBABILITIES) {
    if (body[name] !== undefined) knobs[name] = readShare(name, body[name])
  }
  const counts = [
    'reorderWindow',
    'delayMs',
    'concurrency',
    'stallMs',
    'refundDays',
    'debitAheadHours',
  ] as const
  for (const name of counts) {
    const value = findInteger(body, name)
    if (value === null) continue
    if (value < (name === 'concurrency' ? 1 : 0) || value > COUNTS[name]) {
      throw badRequest(`The ${name} is at most ${COUNTS[name]}.`, name)
    }
    knobs[name] = value
  }
  const refundOutcome = findText(body, 'refundOutcome')
  if (refundOutcome !== null) knobs.refundOutcome = readRefundOutcome(refundOutcome)
  knobs.refusedCurrency = findText(body, 'refusedCurrency') ?? knobs.refusedCurrency
  if (body['failNext'] !== undefined) knobs.failures.push(readPlanned(body['failNext']))
  const rates = findObject(body, 'failureRates')
  if (rates !== null) knobs.failureRates = readRates(rates)
  const seed = findInteger(body, 'seed')
  if (seed !== null) {
    knobs.seed = seed
    running.reseed(seed)
  }
  state.knobs = knobs
  return { ...knobs }
}
