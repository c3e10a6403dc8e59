import { describe, expect, it } from 'vitest'

import { creatorMessages } from '#contract/creators/messages.ts'

import { type CreatorDraft, draftErrors, handleFromTyping } from './create-form.tsx'

const planId = '01890a5d-ac96-774b-bcce-b302099a8057'
const good: CreatorDraft = {
  pageName: 'Asha Rao',
  planId,
  pageHandle: 'asha-rao_1',
  isAdultContent: false,
  ageConfirmed: true,
}

describe('a new page is checked in order, up to the first problem', () => {
  it.each([
    [{ pageName: '  ', planId: '', pageHandle: '' }, creatorMessages.nameRequired],
    [{ planId: '', pageHandle: '' }, creatorMessages.planRequired],
    [{ pageHandle: ' ' }, creatorMessages.handleRequired],
    [{ pageHandle: 'asha rao' }, creatorMessages.handleFormat],
    [{ pageHandle: 'login' }, creatorMessages.handleReserved],
    [{ ageConfirmed: false }, 'Please confirm that you are 18 or older.'],
    [{}, null],
  ])('%j', (changes, problem) => {
    expect(Object.values(draftErrors({ ...good, ...changes }))).toEqual(problem === null ? [] : [problem])
  })
})

it('a problem is under the field that fixes it', () => {
  expect(Object.keys(draftErrors({ ...good, planId: '' }))).toEqual(['planId'])
  expect(Object.keys(draftErrors({ ...good, ageConfirmed: false }))).toEqual(['ageConfirmed'])
})

describe('typing a handle', () => {
  it('lets letters, digits, dashes and underscores through', () => {
    expect(handleFromTyping('Asha-Rao_9')).toEqual({ handle: 'Asha-Rao_9', isRejected: false })
  })

  it.each([
    ['asha rao', 'asharao'],
    ['asha@home', 'ashahome'],
    ['आशा', ''],
    ['asha🎵', 'asha'],
  ])('takes everything else out of %j', (typed, handle) => {
    expect(handleFromTyping(typed)).toEqual({ handle, isRejected: true })
  })
})
