import { describe, expect, test } from 'vitest'

import { type DraftStep, draftSteps } from './draft-steps.ts'
import { audienceMessages } from './messages.ts'
import { fixSteps, problemOf, sortSteps } from './release.ts'
import { openUntilText, opensText, summarizeAudience } from './summary.ts'

const NOW = new Date('2026-04-30T12:00:40Z')
const TIPSY = '0199a0a0-0000-7000-8000-000000000001'
const BUZZED = '0199a0a0-0000-7000-8000-000000000002'
const planNames = new Map([
  [TIPSY, 'Tipsy'],
  [BUZZED, 'Buzzed'],
])

function step(given: Partial<DraftStep>): DraftStep {
  return { reach: 'everyone', planIds: [], isExact: false, fromAt: null, untilAt: null, ...given }
}
const tipsy = step({ reach: 'plans', planIds: [TIPSY] })
const buzzed = step({ reach: 'plans', planIds: [BUZZED] })
const inWords = (steps: DraftStep[], isDraft = false) =>
  summarizeAudience(steps, { now: NOW, planNames, isDraft })

describe('an audience in words', () => {
  test('of one step that is open says who', () => {
    expect(inWords([step({})])).toBe('Everyone')
    expect(inWords([step({ reach: 'followers' })])).toBe('Followers')
    expect(inWords([step({ reach: 'plans', planIds: [TIPSY, BUZZED] })])).toBe('Tipsy or Buzzed')
    expect(inWords([{ ...tipsy, isExact: true }])).toBe('Only Tipsy')
    expect(inWords([step({ reach: 'plans', planIds: ['gone'] })])).toBe('Some members')
  })

  test('of several names each with its beginning, in the order they open', () => {
    const steps = [
      step({ fromAt: '2026-06-01T00:00:00Z' }),
      tipsy,
      { ...buzzed, isExact: true, fromAt: '2026-05-03T00:00:00Z' },
    ]
    expect(inWords(steps)).toBe('Tipsy from now, only Buzzed from 3 May and everyone from 1 June')
  })

  test('says the year where it is another, and the time of day when it is near', () => {
    expect(inWords([tipsy, step({ fromAt: '2027-01-01T00:00:00Z' })])).toBe(
      'Tipsy from now and everyone from 1 January 2027',
    )
    expect(inWords([tipsy, step({ fromAt: '2026-05-01T18:00:00Z' })])).toBe(
      'Tipsy from now and everyone from 1 May, 18:00',
    )
  })

  test('says until when, and leaves out what is over', () => {
    expect(inWords([step({ untilAt: '2026-05-09T00:00:00Z' }), tipsy])).toBe(
      'Everyone from now until 9 May and Tipsy from now',
    )
    expect(inWords([step({ untilAt: '2026-04-09T00:00:00Z' }), tipsy])).toBe('Tipsy')
  })

  test('counts days from publishing while it is a draft', () => {
    const steps = [step({ afterDays: 3 }), { ...buzzed, afterDays: 1 }, tipsy]
    expect(inWords(steps, true)).toBe('Tipsy at publishing, Buzzed after a day and everyone after 3 days')
    const limited = [step({ afterDays: 3, untilAt: '2026-06-09T00:00:00Z' })]
    expect(inWords(limited, true)).toBe('Everyone from 3 days after publishing until 9 June')
  })

  test('tells readers what opens and closes next', () => {
    const at = '2026-05-30T00:00:00Z'
    const named = { reach: 'plans', planNames: ['Buzzed'], isExact: false, at } as const
    expect(opensText(named, { now: NOW })).toBe('Opens for Buzzed on 30 May')
    expect(openUntilText({ ...named, reach: 'everyone' }, { now: NOW })).toBe('Open to everyone until 30 May')
  })

  test('is about the day where the person is', () => {
    const steps = [tipsy, step({ fromAt: '2026-06-30T18:30:00Z' })]
    expect(summarizeAudience(steps, { now: NOW, planNames, timeZone: 'Asia/Kolkata' })).toBe(
      'Tipsy from now and everyone from 1 July',
    )
  })
})

describe('steps of a draft', () => {
  test('become moments when it is published, to the minute', () => {
    const fixed = fixSteps([tipsy, step({ afterDays: 3 }), step({ fromAt: '2026-06-01T00:00:00Z' })], NOW)
    expect(fixed.map(({ fromAt }) => fromAt)).toEqual([
      null,
      '2026-05-03T12:00:00.000Z',
      '2026-06-01T00:00:00Z',
    ])
    expect(fixed.every((fixedStep) => !('afterDays' in fixedStep))).toBe(true)
  })

  test('are sorted by when they begin', () => {
    const [late, early] = [step({ fromAt: '2026-06-01T00:00:00Z' }), step({ afterDays: 2 })]
    expect(sortSteps([late, early, tipsy], NOW)).toEqual([tipsy, early, late])
  })

  test('are refused where they make no sense', () => {
    const past = '2026-04-01T00:00:00Z'
    expect(problemOf(tipsy, NOW)).toBeNull()
    expect(problemOf(step({ reach: 'plans' }), NOW)).toBe(audienceMessages.plansMissing)
    expect(problemOf(step({ fromAt: past }), NOW)).toBe(audienceMessages.beginsInThePast)
    expect(problemOf(step({ untilAt: past }), NOW)).toBe(audienceMessages.beginsInThePast)
    expect(problemOf(step({ afterDays: 0 }), NOW)).toBe(audienceMessages.daysWrong(366))
    expect(problemOf(step({ afterDays: 9, untilAt: '2026-05-02T00:00:00Z' }), NOW)).toBe(
      audienceMessages.endsBeforeItBegins,
    )
    expect(draftSteps.safeParse([step({ afterDays: 1 })]).success).toBe(true)
    expect(draftSteps.safeParse([step({ afterDays: 1, fromAt: '2026-06-01T00:00:00Z' })]).success).toBe(false)
    expect(draftSteps.safeParse([step({ reach: 'plans' })]).success).toBe(false)
  })
})
