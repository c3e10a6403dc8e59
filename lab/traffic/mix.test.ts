import { expect, test } from 'vitest'

import type { Cast } from './cast.ts'
import { askedAt } from './mix.ts'

const CALLERS = 40

function caller(name: string, index: number) {
  return { token: `${name} ${index}`, cookie: '' }
}

const CAST: Cast = {
  members: Array.from({ length: CALLERS }, (_, index) => ({
    ...caller('member', index),
    handle: `page${index}`,
    postId: `post${index}`,
    roomId: `room${index}`,
    userId: `user${index}`,
    planIds: [],
  })),
  owners: Array.from({ length: CALLERS }, (_, index) => ({
    ...caller('owner', index),
    handle: `page${index}`,
  })),
  writers: Array.from({ length: CALLERS }, (_, index) => ({
    ...caller('writer', index),
    handle: `page${index}`,
  })),
  handles: Array.from({ length: CALLERS }, (_, index) => `page${index}`),
  words: Array.from({ length: CALLERS }, (_, index) => `word${index}`),
}

test('every kind of request goes through everyone, each as often as the others', () => {
  const asked = new Map<string, Map<string, number>>()
  // Twenty requests of the rarest kind for each caller.
  const turns = (1000 / 2) * CALLERS * 20
  for (let turn = 0; turn < turns; turn += 1) {
    const { name, caller: by, path, body } = askedAt(CAST, turn)
    const whom = by?.token ?? `${path} ${JSON.stringify(body)}`
    const times = asked.get(name) ?? new Map<string, number>()
    asked.set(name, times.set(whom, (times.get(whom) ?? 0) + 1))
  }
  expect(asked.size).toBe(23)
  for (const [name, times] of asked) {
    if (name === 'explore') continue
    expect(times.size, name).toBe(CALLERS)
    expect(new Set(times.values()).size, name).toBe(1)
  }
})

test('everyone gives a like and takes it back in turns', () => {
  const methods = new Map<string, string[]>()
  for (let turn = 0; turn < (1000 / 20) * CALLERS * 4; turn += 1) {
    const { name, caller: by, method } = askedAt(CAST, turn)
    if (name === 'like' && by) methods.set(by.token, [...(methods.get(by.token) ?? []), method])
  }
  expect(methods.size).toBe(CALLERS)
  for (const [who, said] of methods) expect(said, who).toEqual(['PUT', 'DELETE', 'PUT', 'DELETE'])
})
