import { describe, expect, test } from 'vitest'

import { routes } from '#contract/routes.ts'

import { failureText } from './failure-texts.ts'

describe("a failure in the browser's language", () => {
  test('is known for every code that a route can answer with', () => {
    const unknown = routes
      .flatMap(({ failures }) => [...failures])
      .filter(({ isExplained, messageOf }) => !isExplained && !messageOf)
      .filter(({ code, message }) => failureText(code, null) !== message)
    expect(unknown).toEqual([])
  })

  test('has the values of the case', () => {
    expect(failureText('storage_used_up', { used: '49 GB', allowed: '50 GB', file: '2 GB' })).toMatch(
      /^You use 49 GB of your 50 GB, so there is no room for these 2 GB\./,
    )
  })

  test("is left to the server where it says more, and for codes that aren't known", () => {
    expect(failureText('medium_refused', null)).toBeNull()
    expect(failureText('storage_used_up', null)).toBeNull()
    expect(failureText('toString', null)).toBeNull()
  })
})
