import { expect, it } from 'vitest'

import { suggestedHandle, suggestedUsername } from './suggested.ts'

it.each([
  ['Asha Rao', 'asharao', 'asharao'],
  ['Paper Birds', 'paperbirds', 'paperbirds'],
  ['Zoë & the Øre', 'zoetheøre', 'zoethere'],
  ['Marsh_Gull-9', 'marshgull9', 'marsh_gull-9'],
  ['आशा राव', 'आशाराव', ''],
  ['  ', '', ''],
  [
    'A name that goes on and on, as if no page could be wide enough',
    'anamethatgoesonandonasifnopage',
    'anamethatgoesonandonasifnopage',
  ],
])('%j suggests a username and an address', (name, username, handle) => {
  expect([suggestedUsername(name), suggestedHandle(name)]).toEqual([username, handle])
})
