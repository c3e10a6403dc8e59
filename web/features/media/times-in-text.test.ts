import { expect, test } from 'vitest'

import { liveMessages } from '#contract/live/messages.ts'

import { askedMoment, momentOf } from './times-in-text.ts'

test.each([
  ['0:12 What is in the pot?', { part: 1, second: 12 }],
  ['12:03 How do you begin?', { part: 1, second: 723 }],
  ['1:02:03 And the end?', { part: 1, second: 3723 }],
  ['90:00 As some write it', { part: 1, second: 5400 }],
  [liveMessages.post.inPart(2, '0:05 After the change'), { part: 2, second: 5 }],
])('a line that begins with a time is a way: %s', (line, moment) => {
  expect(momentOf(line)).toEqual(moment)
})

test.each(['At 2:03 we begin', '2:3 odds', '10:75 no time', '1:72:00 none', '2:03', '16:9', '2026: a year'])(
  'other lines are words: %s',
  (line) => {
    expect(momentOf(line)).toBeNull()
  },
)

test.each([
  ['?t=83', { part: 1, second: 83 }],
  ['?utm_source=mail&t=5&part=2', { part: 2, second: 5 }],
  ['?t=-1', null],
  ['?t=1e9', null],
  ['?t=5&part=two', null],
  ['', null],
])('an address asks for a moment: %s', (search, moment) => {
  expect(askedMoment(search)).toEqual(moment)
})
