import type { Wire } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import type { FailureMode, Knobs } from '../core/knobs.ts'
import { allowKeys, findFlag, type Fields } from '../http/fields.ts'
import type { Running } from './running.ts'

/** Wide enough that all webhooks of one payment overtake each other. */
const REORDER_WINDOW = 25

/** Indian cards are debited 24 to 36 hours ahead. */
const DEBIT_AHEAD_HOURS = 36

/** One kind of real-world trouble, on or off. */
interface Disturbance {
  key: string
  title: string
  /** Its effect, in a sentence. */
  effect: (knobs: Knobs) => string
  /** The share of traffic it affects, from 0 to 1. */
  share: (knobs: Knobs) => number
  set: (knobs: Knobs, isOn: boolean) => void
}

type Share = 'duplicateProbability' | 'dropProbability'

function byShare(name: Share): Pick<Disturbance, 'share' | 'set'> {
  return {
    share: (knobs) => knobs[name],
    set: (knobs, isOn) => {
      knobs[name] = isOn ? 1 : 0
    },
  }
}

function isStanding(failure: Knobs['failures'][number], mode: FailureMode): boolean {
  return failure.mode === mode && failure.times === null
}

/** The dashboard's switches; everything finer is a knob. */
export const DISTURBANCES: readonly Disturbance[] = [
  {
    key: 'duplicate',
    title: 'Duplicate webhooks',
    effect: () => 'Every webhook is sent twice, with the same id and body.',
    ...byShare('duplicateProbability'),
  },
  {
    key: 'reorder',
    title: 'Reorder webhooks',
    effect: () => 'Webhooks are held for a moment and leave in any order, whatever happened first.',
    share: ({ reorderWindow }) => (reorderWindow > 0 ? 1 : 0),
    set: (knobs, isOn) => {
      knobs.reorderWindow = isOn ? REORDER_WINDOW : 0
    },
  },
  {
    key: 'lose',
    title: 'Lose webhooks',
    effect: () => 'No webhook is sent, and none is sent later. Only asking brings the news.',
    ...byShare('dropProbability'),
  },
  {
    key: 'stall',
    title: 'Stall the API',
    effect: ({ stallMs }) => `Every call waits ${stallMs / 1000} seconds, then does its work.`,
    share: ({ failureRates }) => failureRates.stall ?? 0,
    set: (knobs, isOn) => {
      knobs.failureRates = { ...knobs.failureRates, stall: isOn ? 1 : 0 }
    },
  },
  {
    key: 'debit-ahead',
    title: 'Debit Indian cards ahead',
    effect: () =>
      `Their banks begin ${DEBIT_AHEAD_HOURS} hours before a charge is due, and nothing stops it then.`,
    share: ({ debitAheadHours }) => (debitAheadHours > 0 ? 1 : 0),
    set: (knobs, isOn) => {
      knobs.debitAheadHours = isOn ? DEBIT_AHEAD_HOURS : 0
    },
  },
  {
    key: 'error-after-effect',
    title: 'Answer 500 after the effect',
    effect: () => 'Every call that makes something makes it, then answers that it failed.',
    share: ({ failures }) => (failures.some((each) => isStanding(each, 'error_after_effect')) ? 1 : 0),
    set: (knobs, isOn) => {
      const others = knobs.failures.filter((each) => !isStanding(each, 'error_after_effect'))
      const standing = {
        mode: 'error_after_effect' as const,
        times: null,
        method: 'POST',
        pathIncludes: null,
      }
      knobs.failures = isOn ? [...others, standing] : others
    },
  },
]

/** Switches one on or off; the other knobs keep their values. */
export function setDisturbance(running: Running, body: Fields, key: string): Wire {
  allowKeys(body, ['on'])
  const disturbance = DISTURBANCES.find((each) => each.key === key)
  const keys = DISTURBANCES.map((each) => each.key)
  if (disturbance === undefined) throw badRequest(`The disturbance is one of ${keys.join(', ')}.`)
  const isOn = findFlag(body, 'on')
  if (isOn === null) throw badRequest('Say whether it is on: true or false.', 'on')
  const { knobs } = running.context.state
  disturbance.set(knobs, isOn)
  return { key, on: disturbance.share(knobs) > 0 }
}

/** Ends all of them. */
export function endDisturbances(running: Running, body: Fields): Wire {
  allowKeys(body, [])
  const { knobs } = running.context.state
  for (const disturbance of DISTURBANCES) disturbance.set(knobs, false)
  return { ...knobs }
}
