import { expect, test, vi } from 'vitest'

import { createStreamPlaces } from './stream-places.ts'

function aStream() {
  return vi.fn<() => void>()
}

test('the newest stream of a person takes the place of the oldest, and nobody else’s', () => {
  const places = createStreamPlaces({ perUser: 2, total: 10 })
  const [phone, laptop, tablet, stranger] = [aStream(), aStream(), aStream(), aStream()]
  places.take('ravi', stranger)
  places.take('asha', phone)
  places.take('asha', laptop)
  places.take('asha', tablet)
  expect([phone, laptop, tablet, stranger].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 0])
})

test('a place that was given back is free, however often it is given back', () => {
  const places = createStreamPlaces({ perUser: 1, total: 2 })
  const gone = aStream()
  const leave = places.take('asha', gone)
  leave?.()
  leave?.()
  for (const user of ['asha', 'ravi']) expect(places.take(user, aStream())).not.toBeNull()
  expect(places.take('meera', aStream())).toBeNull()
  expect(gone).not.toHaveBeenCalled()
})

test('one who has a stream gets a newer one on a node that is full', () => {
  const places = createStreamPlaces({ perUser: 1, total: 1 })
  const old = aStream()
  places.take('asha', old)
  expect(places.take('ravi', aStream())).toBeNull()
  expect(places.take('asha', aStream())).not.toBeNull()
  expect(old).toHaveBeenCalledOnce()
})
